/// What this program is called and which version it is.
enum Tool {
  static let name = "provision-tags"
  static let version = "0.1.0"
}
