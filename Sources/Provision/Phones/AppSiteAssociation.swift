/// A site's `apple-app-site-association` file: which of its links an iPhone opens in an app
/// (Apple, BundleResources, `applinks`). Whether the app is installed, and whether the site serves this very file, it can't tell.
public struct AppSiteAssociation: Equatable, Sendable {
  /// The largest file that Apple takes, in bytes.
  public static let maximumSize = 128 << 10

  /// Why a file is not taken.
  public enum Failure: Error, Equatable, Sendable {
    /// It is larger than ``AppSiteAssociation/maximumSize``.
    case tooLarge(bytes: Int)
    /// It is not the JSON that was expected.
    case json(JSONError)
    /// It has no `applinks`, so no link opens an app.
    case noAppLinks
  }

  /// One entry of `components` or `paths`; the first that matches decides.
  struct Rule: Equatable, Sendable {
    var path: LinkPattern?
    var query: LinkPattern?
    var queryItems: [String: LinkPattern] = [:]
    var fragment: LinkPattern?
    var isExcluded = false
    var isPercentEncoded = true
  }

  /// The apps of one entry of `details`, with their rules.
  struct Detail: Equatable, Sendable {
    var identifiers: [String] = []
    var rules: [Rule] = []
  }

  private let details: [Detail]

  /// Reads the file's bytes.
  public init(_ bytes: [UInt8]) throws(Failure) {
    guard bytes.count <= Self.maximumSize else { throw .tooLarge(bytes: bytes.count) }
    let details: [Detail]?
    do throws(JSONError) {
      var reader = AppSiteAssociationReader(bytes)
      details = try reader.read()
    } catch {
      throw .json(error)
    }
    guard let details else { throw .noAppLinks }
    self.details = details
  }

  /// The identifier of the first app that takes the URL; nil where the browser gets it.
  public func app(for url: String) -> String? {
    guard let link = Link(url) else { return nil }
    for detail in details {
      guard let rule = detail.rules.first(where: { $0.matches(link) }) else { continue }
      return rule.isExcluded ? nil : detail.identifiers.first
    }
    return nil
  }
}

/// The parts of a URL that rules look at.
struct Link {
  var path: Substring
  var query: Substring
  var fragment: Substring

  /// Splits an http or https URL.
  init?(_ url: String) {
    guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
    let rest = url[colon...].dropFirst(3)
    let hash = rest.firstIndex(of: "#") ?? rest.endIndex
    fragment = rest[hash...].dropFirst()
    let mark = rest[..<hash].firstIndex(of: "?") ?? hash
    query = rest[mark..<hash].dropFirst()
    let slash = rest[..<mark].firstIndex(of: "/") ?? mark
    path = slash == mark ? "/" : rest[slash..<mark]
  }

  /// The values of a query item, in order.
  func values(of name: String, decoded: Bool) -> [String] {
    query.split(separator: "&").compactMap { item -> String? in
      let mark = item.firstIndex(of: "=") ?? item.endIndex
      guard Self.text(item[..<mark], decoded: decoded) == name else { return nil }
      return Self.text(item[mark...].dropFirst(), decoded: decoded)
    }
  }

  /// A part as rules compare it; what is no UTF-8 when decoded stays as it is.
  static func text(_ part: Substring, decoded: Bool) -> String {
    guard decoded, part.utf8.contains(0x25) else { return String(part) }
    let bytes = Array(part.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x25, index + 2 < bytes.count,
        let octet = Hex.decode(bytes[index + 1...index + 2])?.first
      {
        result.append(octet)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(validating: result, as: UTF8.self) ?? String(part)
  }
}

extension AppSiteAssociation.Rule {
  /// Whether all that the rule names matches.
  func matches(_ link: Link) -> Bool {
    let decoded = !isPercentEncoded
    func fits(_ pattern: LinkPattern?, _ part: Substring) -> Bool {
      pattern?.matches(Link.text(part, decoded: decoded)) ?? true
    }
    return fits(path, link.path) && fits(query, link.query) && fits(fragment, link.fragment)
      && queryItems.allSatisfy { name, pattern in
        // Apple asks for the item to be there, and is silent about one that is there twice: then all must match.
        let values = link.values(of: name, decoded: decoded)
        return !values.isEmpty && values.allSatisfy(pattern.matches)
      }
  }
}
