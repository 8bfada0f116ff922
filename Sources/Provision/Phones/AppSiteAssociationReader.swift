/// Reads the part of an `apple-app-site-association` file that universal links need; passes over all else.
struct AppSiteAssociationReader {
  private struct Defaults {
    var isCaseSensitive = true
    var isPercentEncoded = true
  }

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The details; nil where there is no `applinks`.
  ///
  /// Variables and defaults may stand behind what they apply to, so they are read first.
  mutating func read() throws(JSONError) -> [AppSiteAssociation.Detail]? {
    var variables: [String: [String]] = [:]
    var defaults = Defaults()
    var hasLinks = false
    var check = JSONReader(bytes)
    try eachKey(&check) { (key, reader) throws(JSONError) in
      guard key == "applinks" else { return try reader.skipValue() }
      hasLinks = true
      try eachKey(&reader) { (key, reader) throws(JSONError) in
        switch key {
        case "defaults": defaults = try Self.defaults(&reader, defaults)
        case "substitutionVariables":
          try eachKey(&reader) { (name, reader) throws(JSONError) in
            variables[name] = try Self.strings(&reader)
          }
        default: try reader.skipValue()
        }
      }
    }
    try check.finish()
    guard hasLinks else { return nil }
    var details: [AppSiteAssociation.Detail] = []
    var reader = JSONReader(bytes)
    try eachKey(&reader) { (key, reader) throws(JSONError) in
      guard key == "applinks" else { return try reader.skipValue() }
      try eachKey(&reader) { (key, reader) throws(JSONError) in
        guard key == "details" else { return try reader.skipValue() }
        // Before iOS 13 details could be an object of app identifiers.
        if try reader.peek() == .object {
          try eachKey(&reader) { (name, reader) throws(JSONError) in
            var detail = try Self.detail(&reader, defaults, variables)
            detail.identifiers.insert(name, at: 0)
            details.append(detail)
          }
        } else {
          try reader.beginArray()
          while try reader.nextElement() { details.append(try Self.detail(&reader, defaults, variables)) }
        }
      }
    }
    return details
  }

  private static func detail(
    _ reader: inout JSONReader, _ inherited: Defaults, _ variables: [String: [String]]
  ) throws(JSONError) -> AppSiteAssociation.Detail {
    var detail = AppSiteAssociation.Detail()
    // Defaults may stand behind the components.
    var ahead = reader
    var defaults = inherited
    try eachKey(&ahead) { (key, reader) throws(JSONError) in
      if key == "defaults" {
        defaults = try Self.defaults(&reader, inherited)
      } else {
        try reader.skipValue()
      }
    }
    var paths: [AppSiteAssociation.Rule] = []
    var components: [AppSiteAssociation.Rule]?
    try eachKey(&reader) { (key, reader) throws(JSONError) in
      switch key {
      case "appID": detail.identifiers.insert(try reader.string(), at: 0)
      case "appIDs": detail.identifiers += try strings(&reader)
      case "paths": paths = try strings(&reader).map(Self.rule)
      case "components":
        var rules: [AppSiteAssociation.Rule] = []
        try reader.beginArray()
        while try reader.nextElement() { rules.append(try component(&reader, defaults, variables)) }
        components = rules
      default: try reader.skipValue()
      }
    }
    // Where both are given, iOS 13 and later look at the components only.
    detail.rules = components ?? paths
    return detail
  }

  /// An old-style path: `NOT ` in front excludes; query and fragment do not count.
  private static func rule(_ path: String) -> AppSiteAssociation.Rule {
    let isExcluded = path.hasPrefix("NOT ")
    let pattern = isExcluded ? String(path.dropFirst(4)) : path
    return AppSiteAssociation.Rule(
      path: LinkPattern(pattern, isCaseSensitive: true), isExcluded: isExcluded)
  }

  private static func component(
    _ reader: inout JSONReader, _ inherited: Defaults, _ variables: [String: [String]]
  ) throws(JSONError) -> AppSiteAssociation.Rule {
    var rule = AppSiteAssociation.Rule()
    var defaults = inherited
    var texts: [String: String] = [:]
    var items: [String: String] = [:]
    try eachKey(&reader) { (key, reader) throws(JSONError) in
      switch key {
      case "?" where try reader.peek() == .object:
        try eachKey(&reader) { (name, reader) throws(JSONError) in items[name] = try reader.string() }
      case "/", "?", "#": texts[key] = try reader.string()
      case "exclude": rule.isExcluded = try reader.bool()
      case "caseSensitive": defaults.isCaseSensitive = try reader.bool()
      case "percentEncoded": defaults.isPercentEncoded = try reader.bool()
      default: try reader.skipValue()
      }
    }
    func pattern(_ text: String) -> LinkPattern {
      LinkPattern(text, isCaseSensitive: defaults.isCaseSensitive, variables: variables)
    }
    rule.path = texts["/"].map(pattern)
    rule.query = texts["?"].map(pattern)
    rule.fragment = texts["#"].map(pattern)
    rule.queryItems = items.mapValues(pattern)
    rule.isPercentEncoded = defaults.isPercentEncoded
    return rule
  }

  private static func defaults(
    _ reader: inout JSONReader, _ inherited: Defaults
  ) throws(JSONError) -> Defaults {
    var defaults = inherited
    try eachKey(&reader) { (key, reader) throws(JSONError) in
      switch key {
      case "caseSensitive": defaults.isCaseSensitive = try reader.bool()
      case "percentEncoded": defaults.isPercentEncoded = try reader.bool()
      default: try reader.skipValue()
      }
    }
    return defaults
  }

  private static func strings(_ reader: inout JSONReader) throws(JSONError) -> [String] {
    var strings: [String] = []
    try reader.beginArray()
    while try reader.nextElement() { strings.append(try reader.string()) }
    return strings
  }
}

/// Goes over an object's members; `body` reads each value.
private func eachKey(
  _ reader: inout JSONReader, _ body: (String, inout JSONReader) throws(JSONError) -> Void
) throws(JSONError) {
  try reader.beginObject()
  while let key = try reader.nextKey() { try body(key, &reader) }
}
