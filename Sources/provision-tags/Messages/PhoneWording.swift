internal import Provision

extension PhoneForecast.IPhone {
  /// What it is called to people.
  var wording: Message {
    switch self {
    case .browser: .phoneBrowser
    case .app(let identifier): .phoneApp(identifier: identifier)
    case .phoneCall: .phoneCall
    case .message: .phoneMessage
    case .mail: .phoneMail
    case .faceTime: .phoneFaceTime
    case .maps: .phoneMaps
    case .homeKit: .phoneHomeKit
    case .shortcut: .phoneShortcut
    case .ignored(.noURI): .phoneIgnoresText
    case .ignored(.scheme(let scheme)): .phoneIgnoresScheme(scheme: scheme)
    case .ignored(.upperCaseScheme(let scheme)): .phoneIgnoresUpperCase(scheme: scheme)
    }
  }

  /// A fixed word for programs, and what it concerns.
  var word: (name: String, detail: String?) {
    switch self {
    case .browser: ("browser", nil)
    case .app(let identifier): ("app", identifier)
    case .phoneCall: ("call", nil)
    case .message: ("message", nil)
    case .mail: ("mail", nil)
    case .faceTime: ("facetime", nil)
    case .maps: ("maps", nil)
    case .homeKit: ("homekit", nil)
    case .shortcut: ("shortcut", nil)
    case .ignored(.noURI): ("ignored", "no-uri")
    case .ignored(.scheme(let scheme)): ("ignored", "scheme \(scheme)")
    case .ignored(.upperCaseScheme(let scheme)): ("ignored", "upper-case scheme \(scheme)")
    }
  }
}

extension PhoneForecast.Android {
  /// What it is called to people.
  var wording: Message {
    switch self {
    case .browser: .androidBrowser
    case .app(let scheme): .androidApp(scheme: scheme)
    case .customScheme(let scheme): .androidCustom(scheme: scheme)
    case .text: .androidText
    case .nothing: .androidNothing
    }
  }

  /// A fixed word for programs, and what it concerns.
  var word: (name: String, detail: String?) {
    switch self {
    case .browser: ("browser", nil)
    case .app(let scheme): ("app", scheme)
    case .customScheme(let scheme): ("custom-scheme", scheme)
    case .text: ("text", nil)
    case .nothing: ("nothing", nil)
    }
  }
}
