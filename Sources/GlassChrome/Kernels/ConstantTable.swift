/// A table that lasts as long as the program: each entry is computed once and then only read.
func constantTable<Entry: BitwiseCopyable>(_ count: Int, _ entry: (Int) -> Entry) -> UnsafePointer<Entry> {
  // SAFETY: every entry is initialised before the table is given out.
  let table = UnsafeMutablePointer<Entry>.allocate(capacity: count)
  for i in 0..<count { unsafe (table + i).initialize(to: entry(i)) }
  return unsafe UnsafePointer(table)
}
