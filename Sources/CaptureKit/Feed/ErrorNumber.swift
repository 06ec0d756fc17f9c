/// The `errno` values used here (errno(3)).
enum ErrorNumber {
  static let notPermitted: Int32 = 1
  static let noEntry: Int32 = 2
  static let interrupted: Int32 = 4
  static let io: Int32 = 5
  static let noSuchDeviceOrAddress: Int32 = 6
  static let tryAgain: Int32 = 11
  static let noMemory: Int32 = 12
  static let accessDenied: Int32 = 13
  static let busy: Int32 = 16
  static let noDevice: Int32 = 19
  static let invalid: Int32 = 22
  static let notTerminal: Int32 = 25
  static let tooManyInSystem: Int32 = 23
  static let tooMany: Int32 = 24
  static let noSpace: Int32 = 28
  static let outOfRange: Int32 = 34
  static let `protocol`: Int32 = 71
}
