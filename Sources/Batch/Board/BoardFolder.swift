import HostResources

/// The calls that workers agree by: a shared folder as NFS has it, without locks.
///
/// Paths are relative to it. Workers make regular files only: whatever else lies in a file's place counts as absent, and gives way when a
/// file is made there. Only making a file that must not exist, and renaming, decide anything between workers; both are atomic on
/// the server.
protocol BoardFolder: AnyObject {
  /// The names of the files in a folder; none if it doesn't exist.
  func names(in folder: String) throws(FileError) -> [String]
  /// Makes a folder unless it exists.
  func makeFolder(_ path: String) throws(FileError)
  /// Makes a whole file; `false` if one of that name is there already.
  func create(_ path: String, _ bytes: [UInt8]) throws(FileError) -> Bool
  /// Makes or replaces a whole file.
  func replace(_ path: String, _ bytes: [UInt8]) throws(FileError)
  /// `nil` if there is none.
  func read(_ path: String) throws(FileError) -> [UInt8]?
  /// Gives a file the server's present time; `false` if it is gone.
  func touch(_ path: String) throws(FileError) -> Bool
  /// Seconds by the server's clock when a file was last changed or touched, as the server has it, not a cache; `nil` if there is none.
  func modified(_ path: String) throws(FileError) -> Double?
  /// `false` if it is gone.
  func rename(_ path: String, to new: String) throws(FileError) -> Bool
  /// It may be gone.
  func remove(_ path: String) throws(FileError)
  /// Clears a file's place: removes a link or a pipe, and gives a folder another name; `false` if there is none of these.
  func clearPlace(_ path: String) throws(FileError) -> Bool
}
