/* The doorbell (Sources/FrameBus/Doorbell.swift), an eventcount over futex(2): no wake-up is lost.
 *
 * ROUNDS pieces of work are published, each followed by ring(); SLEEPERS threads wait until they have seen all.
 * A lost wake-up leaves a sleeper in futex_wait for good, which spin reports as an invalid end state. There are
 * no timeouts here: nothing but a ring helps a sleeper.
 *
 * Spin assumes sequential consistency. The code has it where it matters: the ringer's addition to `rings` and
 * its load of `sleepers`, the sleeper's addition to `sleepers` and its load of `rings` are sequentially
 * consistent, so of "ringer sees no sleeper" and "sleeper sees the old count" at most one holds (the store-buffer
 * pattern, which release and acquire alone would allow). The kernel compares the word again under its own lock,
 * with a full barrier before it (futex(2), "The loading of the futex word's value, the comparison ... and starting
 * to sleep are performed atomically"). The other accesses are weaker:
 *   - ticket is an acquire load: it reads the count of some ring k, so all work published before ring k, which
 *     precedes it by release, is seen by the look that follows. Work that is not seen is followed by a ring after
 *     k, which makes the ticket stale.
 *   - the subtraction from `sleepers` is relaxed: a count that is too high only costs a system call.
 *
 * Mutations that must fail:
 *   -DTICKET_LATE    the ticket is taken after looking for work
 *   -DNO_ANNOUNCE    the sleeper reads the count before it announces itself, and the kernel compares nothing
 *   -DWAKE_ONE       a ring wakes one sleeper alone
 *   -DSTORE_BUFFER   the ringer looks for sleepers before its addition is visible (release and acquire alone)
 */
#ifndef ROUNDS
#define ROUNDS 3
#endif
#ifndef SLEEPERS
#define SLEEPERS 2
#endif

byte rings, sleepers, work;
bool asleep[SLEEPERS];

/* FUTEX_WAKE: everyone who is in the queue now */
inline wake() {
  d_step {
    i = 0;
    do
    :: i < SLEEPERS ->
       if
       :: asleep[i] ->
          asleep[i] = false
#ifdef WAKE_ONE
          ; i = SLEEPERS - 1
#endif
       :: else
       fi;
       i++
    :: else -> break
    od;
    i = 0
  }
}

active proctype ringer() {
  byte i, round;
  bool anyone;

  do
  :: round < ROUNDS ->
     round++;
     work = round;          /* publish: a release store */
#ifdef STORE_BUFFER
     anyone = sleepers > 0;
     rings++;
#else
     rings++;               /* an atomic addition */
     anyone = sleepers > 0;
#endif
     if
     :: anyone -> wake()
     :: else
     fi
  :: else -> break
  od
}

active [SLEEPERS] proctype sleeper() {
  byte ticket, seen, mine;
  mine = _pid - 1;          /* the ringer is process 0 */

  do
  :: true ->
#ifdef TICKET_LATE
     seen = work;
     if :: seen == ROUNDS -> break :: else fi;
     ticket = rings;
#else
     ticket = rings;
     seen = work;
     if :: seen == ROUNDS -> break :: else fi;
#endif
     /* wait(after: ticket) */
     if
     :: rings != ticket -> goto done
     :: else
     fi;
#ifdef NO_ANNOUNCE
     if
     :: rings == ticket -> sleepers++; asleep[mine] = true; !asleep[mine]; sleepers--
     :: else
     fi;
#else
     sleepers++;
     do
     :: rings == ticket ->
        /* FUTEX_WAIT: compares and enqueues in one step; may return for no reason (a signal). */
        atomic {
          if
          :: rings == ticket -> asleep[mine] = true
          :: else
          fi
        };
        !asleep[mine]
     :: else -> break
     od;
     sleepers--;
#endif
done:
     skip
  od
}
