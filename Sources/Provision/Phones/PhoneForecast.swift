/// What a phone will do with a message, as its makers document it; no promise of theirs or ours.
public struct PhoneForecast: Equatable, Sendable {
  /// iPhone XS, XR and later, reading in the background with the screen on: the first URI record counts
  /// (Apple, "Adding Support for Background Tag Reading"). A notification; nothing happens before it is tapped.
  public enum IPhone: Equatable, Sendable {
    /// The browser opens the page.
    case browser
    /// An app of this identifier, where it is installed, else the browser.
    case app(identifier: String)
    case phoneCall, message, mail, faceTime, maps, homeKit
    /// Reported to work; not in Apple's list.
    case shortcut
    /// Nothing happens: the reason.
    case ignored(IgnoredReason)
  }

  /// Why an iPhone ignores a message.
  public enum IgnoredReason: Equatable, Sendable {
    /// There is no URI record.
    case noURI
    /// The scheme is not in Apple's list, as `custom`.
    case scheme(String)
    /// The scheme is written in upper case, which is not in the list as it stands.
    case upperCaseScheme(String)
  }

  /// Android with the screen unlocked: the first record decides who is asked (NDEF_DISCOVERED).
  public enum Android: Equatable, Sendable {
    /// An app that took the site's links over, else the browser.
    case browser
    /// Whichever app takes the scheme (`tel`, `mailto`, `geo`, …), which phones mostly have.
    case app(scheme: String)
    /// An app that takes the scheme must be installed; else nothing visible happens.
    case customScheme(String)
    /// A text: an app that takes `text/plain` must be installed.
    case text
    /// Nothing is dispatched.
    case nothing
  }

  /// What an iPhone does.
  public var iPhone: IPhone
  /// What an Android phone does.
  public var android: Android

  private static let schemes: [String: IPhone] = [
    "http": .browser, "https": .browser, "tel": .phoneCall, "sms": .message, "mailto": .mail,
    "facetime": .faceTime, "facetime-audio": .faceTime, "x-hm": .homeKit, "shortcuts": .shortcut,
  ]
  private static let common: Set<String> = ["tel", "sms", "smsto", "mailto", "geo", "market"]

  /// Foretells for a message of a URI record, then a Text record.
  ///
  /// - Parameters:
  ///   - url: of the first record; nil where there is none.
  ///   - text: of the record behind it.
  ///   - site: the `apple-app-site-association` file of the site that the URL leads to, where it is at hand.
  public init(url: String?, text: String?, site: AppSiteAssociation? = nil) {
    guard let url, let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      iPhone = .ignored(.noURI)
      android = text == nil ? .nothing : .text
      return
    }
    let spelled = String(url[..<colon])
    let scheme = spelled.lowercased()
    switch scheme {
    case "http", "https": android = .browser
    case _ where Self.common.contains(scheme): android = .app(scheme: scheme)
    default: android = .customScheme(scheme)
    }
    guard let known = Self.schemes[scheme] else {
      iPhone = .ignored(.scheme(spelled))
      return
    }
    // HomeKit's own set-up codes are written X-HM.
    guard spelled == scheme || scheme == "x-hm" else {
      iPhone = .ignored(.upperCaseScheme(spelled))
      return
    }
    iPhone = known
    guard known == .browser else { return }
    if Self.host(of: url) == "maps.apple.com" {
      iPhone = .maps
    } else if scheme == "https" || scheme == "http", let identifier = site?.app(for: url) {
      // Universal links take http as well as https.
      iPhone = .app(identifier: identifier)
    }
  }

  /// Foretells for a row.
  public init(_ payload: Payload, site: AppSiteAssociation? = nil) {
    self.init(url: payload.url, text: payload.text, site: site)
  }

  /// The host in lower case, without user and port.
  private static func host(of url: String) -> String? {
    guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
    let authority = url[colon...].dropFirst(3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = authority.split(separator: "@").last ?? authority
    return host.prefix { $0 != ":" }.lowercased()
  }
}
