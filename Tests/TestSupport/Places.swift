/// The places of a grid, row by row: a loop over samples is one loop.
@frozen
public struct Places: Sequence, IteratorProtocol {
  @usableFromInline let columns: Range<Int>
  @usableFromInline let endOfRows: Int
  @usableFromInline var x: Int
  @usableFromInline var y: Int

  @inlinable
  public init(_ columns: Range<Int>, _ rows: Range<Int>) {
    self.columns = columns
    endOfRows = columns.isEmpty ? rows.lowerBound : rows.upperBound
    (x, y) = (columns.lowerBound, rows.lowerBound)
  }

  @inlinable
  public mutating func next() -> (x: Int, y: Int)? {
    guard y < endOfRows else { return nil }
    let place = (x, y)
    x += 1
    if x == columns.upperBound { (x, y) = (columns.lowerBound, y + 1) }
    return place
  }
}
