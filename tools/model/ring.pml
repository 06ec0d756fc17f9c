/* The ring with stealing (Sources/FrameBus/RingMemory.swift) as processes of atomic accesses.
 *
 * One producer publishes ITEMS elements by pushDisplacing (push; when full, steal the oldest and push again);
 * one consumer pops. Each Promela statement that touches head, tail or a cell is one atomic access of the code.
 *
 * Checked in every interleaving:
 *   - an element is removed once, by one side, and in order; none is lost;
 *   - the slot it stands for has one owner: producer (free), ring (waiting) or consumer (leased);
 *   - a cell is never overwritten while its element waits, and never more than CAPACITY wait;
 *   - at the end, published = delivered + dropped + waiting;
 *   - no deadlock, and the producer ends whatever the consumer does (it is never blocked).
 *
 * Spin assumes sequential consistency; the code uses less. Why that is enough:
 *   1. tail (store release, load acquire): the consumer reads a cell only at positions below a tail that it
 *      acquired, so the cell's store, which precedes the release, happens before the read. Reads of an older
 *      cell are impossible; reads of a newer one are case 3.
 *   2. head, moved by release or by an acquire-release exchange, and loaded with acquire by the producer before
 *      it writes a cell anew: the consumer's read of the old element happens before the overwrite.
 *   3. A consumer may read a cell that the producer, after a steal, writes anew (both relaxed: defined, no
 *      tearing). The overwrite is sequenced after the exchange that moved head past that position. head only
 *      grows, and an exchange reads the latest value in head's modification order, so the consumer's exchange,
 *      which expects the old position, fails: the value is discarded. This rests on coherence of one location.
 *   4. A stale relaxed load of head by the consumer costs a failed exchange, nothing else: same argument. When
 *      the failed exchange returns a head beyond the consumer's copy of tail, the copy is refreshed by acquire;
 *      the tail seen is at least that head, as the producer's steal (release, acquired here) follows its push.
 *   5. Without stealing, each of head and tail has one writer, and 1 and 2 are all there is.
 *
 * Mutations that must fail:
 *   -DBLIND_POP       the consumer moves head by a plain store
 *   -DTAIL_FIRST      the producer moves tail before it writes the cell
 *   -DSPLIT_EXCHANGE  the producer's exchange is a load, then a store
 */
#ifndef CAPACITY
#define CAPACITY 2
#endif
#ifndef ITEMS
#define ITEMS 5
#endif
#ifndef CELLS
#define CELLS 2   /* a power of two, at least CAPACITY */
#endif

byte head, tail;
byte cells[CELLS];

/* Ghosts: what must be so; the processes never branch on them. Element p has the value p + 1. */
#define PRODUCER 0
#define RING 1
#define CONSUMER 2
#define DROPPED 3
byte owner[ITEMS + 1];
byte delivered, dropped;
bool producer_done;

#define offset(p) ((p) % CELLS)
#define check_waiting() \
  d_step { \
    assert(head <= tail && tail - head <= CAPACITY); \
    ghost = head; \
    do :: ghost < tail -> assert(cells[offset(ghost)] == ghost + 1); ghost++ :: else -> break od; \
    ghost = 0 \
  }

/* atomic compare-and-exchange of head, and who owns the element then */
#define exchange(expected, who) \
  atomic { \
    if \
    :: head == (expected) -> head = (expected) + 1; won = true; \
       assert(owner[expected] == RING); owner[expected] = who \
    :: else -> seen = head; won = false \
    fi \
  }

active proctype producer() {
  byte known_head, own_tail, position, seen, value, item, ghost;
  bool won, pushed;

  do
  :: item < ITEMS ->
     /* push */
retry:
     pushed = false;
     if
     :: own_tail - known_head >= CAPACITY -> known_head = head
     :: else
     fi;
     if
     :: own_tail - known_head >= CAPACITY -> goto steal
     :: else
     fi;
#ifdef TAIL_FIRST
     atomic { tail = own_tail + 1; owner[own_tail] = RING };
     cells[offset(own_tail)] = item + 1;
#else
     cells[offset(own_tail)] = item + 1;
     atomic { tail = own_tail + 1; owner[own_tail] = RING };
#endif
     own_tail++;
     check_waiting();
     item++;
     goto next;
steal:
     /* stealOldest */
     position = head;
     known_head = position;
     if
     :: position < own_tail ->
        value = cells[offset(position)];
#ifdef SPLIT_EXCHANGE
        seen = head;
        if
        :: seen == position ->
           atomic { head = position + 1; won = true; assert(owner[position] == RING); owner[position] = DROPPED }
        :: else -> won = false
        fi;
#else
        exchange(position, DROPPED);
#endif
        known_head = position + 1;
        if
        :: won -> assert(value == position + 1); dropped++
        :: else
        fi
     :: else
     fi;
     /* The second push can't find the ring full. */
     assert(own_tail - known_head < CAPACITY);
     goto retry;
next:
     skip
  :: else -> break
  od;
  producer_done = true
}

active proctype consumer() {
  byte known_tail, position, seen, value, last;
  bool won, drained;

  do
  :: /* isDrained looks at the close first, then at the ring. */
     drained = producer_done;
     /* pop */
     position = head;
again:
     if
     :: position >= known_tail -> known_tail = tail
     :: else
     fi;
     if
     :: position >= known_tail ->
        if
        :: drained -> break
        :: else -> (tail > position || head > position || producer_done) /* looks again when something changed */
        fi
     :: else ->
        value = cells[offset(position)];
#ifdef BLIND_POP
        atomic { head = position + 1; won = true; assert(owner[position] == RING); owner[position] = CONSUMER };
#else
        exchange(position, CONSUMER);
#endif
        if
        :: won ->
           assert(value == position + 1);
           assert(value > last);
           last = value;
           delivered++
        :: else -> position = seen; goto again
        fi
     fi
  od;
  assert(head == tail && tail == ITEMS);
  assert(delivered + dropped == ITEMS);
  assert(last == ITEMS)  /* the newest always gets through */
}
