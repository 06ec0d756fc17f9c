/// The places of a grid, row by row: a loop over samples is one loop.
public struct Places: Sequence, IteratorProtocol {
  private let columns: Range<Int>
  private let endOfRows: Int
  private var x: Int
  private var y: Int

  public init(_ columns: Range<Int>, _ rows: Range<Int>) {
    self.columns = columns
    endOfRows = columns.isEmpty ? rows.lowerBound : rows.upperBound
    (x, y) = (columns.lowerBound, rows.lowerBound)
  }

  public mutating func next() -> (x: Int, y: Int)? {
    guard y < endOfRows else { return nil }
    let place = (x, y)
    x += 1
    if x == columns.upperBound { (x, y) = (columns.lowerBound, y + 1) }
    return place
  }
}
