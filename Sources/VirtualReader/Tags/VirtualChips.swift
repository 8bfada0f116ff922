/// The table of all chips that can be virtual.
public enum VirtualChips {
  /// A chip: what scenarios call it, and how one is made.
  struct Chip: Sendable {
    var name: String
    /// Other names that scenarios may use.
    var aliases: [String] = []
    /// Makes a tag with this identifier, or with one made up by the generator.
    var make: @Sendable (_ uid: [UInt8]?, _ randomUID: Bool, inout SeededRandom) -> any VirtualTag
  }

  /// Every chip, by family.
  static let all: [Chip] = type2 + classic + type4 + felica + activationOnly

  private static let type2 = Type2Product.all.map { product in
    Chip(name: product.name, aliases: aliases[product.name] ?? []) { uid, randomUID, random in
      Type2VirtualTag(product, uid: uid ?? random.uid(maker: product.maker, count: 7), randomUID: randomUID)
    }
  }

  private static let classic = ClassicProduct.all.map { product in
    Chip(name: product.name, aliases: product.aliases) { uid, _, random in
      ClassicVirtualTag(product, uid: uid ?? random.uid(maker: 0x04, count: product.uidSize))
    }
  }

  private static let type4 = Type4Product.all.map { product in
    Chip(name: product.name, aliases: aliases[product.name] ?? []) { uid, randomUID, random in
      Type4VirtualTag(product, uid: uid ?? random.uid(maker: product.maker, count: 7), randomUID: randomUID)
    }
  }

  private static let felica = FeliCaVirtualTag.Product.allCases.map { product in
    Chip(name: product.rawValue) { uid, _, random in
      // Manufacturer code of Sony's chips, then the card's number.
      FeliCaVirtualTag(product, idm: uid ?? [0x01] + random.uid(maker: 0x2E, count: 7))
    }
  }

  private static let activationOnly = [
    Chip(name: "ISO/IEC 14443 B", aliases: ["type B"]) { uid, _, random in
      TypeBVirtualTag(pupi: uid ?? random.uid(maker: 0x11, count: 4))
    },
    Chip(name: "Topaz 96", aliases: ["Topaz"]) { uid, _, random in
      TopazVirtualTag(uid: uid ?? random.uid(maker: 0x25, count: 7))
    },
  ]

  private static let aliases = [
    "MIFARE Ultralight": ["Ultralight", "MF0ICU1"], "MIFARE Ultralight C": ["Ultralight C", "MF0ICU2"],
    "MIFARE Ultralight EV1 (MF0UL11)": ["MF0UL11"], "MIFARE Ultralight EV1 (MF0UL21)": ["MF0UL21"],
    "ST25TA02KB": ["ST25TA02K"], "ST25TA512B": ["ST25TA512"], "Type 4 tag": ["Type 4"],
  ]

  /// The names of all chips.
  public static var names: [String] { all.map(\.name) }

  /// A factory-blank tag of that chip, upper or lower case; nil for a name that is not in the table.
  public static func make(
    _ name: String, uid: [UInt8]? = nil, randomUID: Bool = false, using random: inout SeededRandom
  ) -> (any VirtualTag)? {
    let wanted = name.lowercased()
    let chip = all.first {
      $0.name.lowercased() == wanted || $0.aliases.contains { $0.lowercased() == wanted }
    }
    return chip?.make(uid, randomUID, &random)
  }

  /// Another factory-blank tag of the same chip.
  static func another(like tag: any VirtualTag, using random: inout SeededRandom) -> (any VirtualTag)? {
    make(tag.chip, using: &random)
  }
}
