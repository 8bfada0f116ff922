internal import Provision

@main
enum ProvisionTags {
  static func main() {}
}
