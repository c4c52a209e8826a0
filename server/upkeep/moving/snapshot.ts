/** Which transactions a snapshot sees, from the text of pg_current_snapshot(): `xmin:xmax:xip,xip`. */
export function readSnapshot(text: string): (xid: number) => boolean {
  const [, end = '0', running = ''] = text.split(':')
  const xmax = BigInt(end)
  const stillRunning = new Set(running.split(',').filter(Boolean))
  return xid => {
    const whole = wholeXid(xid, xmax)
    return whole < xmax && !stillRunning.has(String(whole))
  }
}

const epoch = 2n ** 32n

// The stream has the lower half of a transaction's number. The number is within 2^31 of the snapshot's.
function wholeXid(xid: number, near: bigint): bigint {
  const same = near - (near % epoch) + BigInt(xid)
  if (same - near > epoch / 2n) return same - epoch
  return near - same > epoch / 2n ? same + epoch : same
}
