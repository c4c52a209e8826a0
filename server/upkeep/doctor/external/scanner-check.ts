import type { Config } from '../../../foundation/config/config.ts'
import { askVersion, ClamdFailure, scanBytes } from '../../../foundation/lib/network/clamd.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { largestVideo } from '../../../foundation/storage/videos/names.ts'
import { error, type Finding, ok, warning } from '../check.ts'

const day = 24 * 60 * 60_000 // ms
const oldest = 7 * day

/**
 * Whether clamd answers, takes the largest video, and has signatures of this week. All of this by what it answers: its
 * configuration may be on another machine, so AlertExceedsMax is not known. A file as large as a table may be would take
 * it 5 s and more: that its limits suffice for those is said to be unknown.
 */
export async function checkScanner(
  { CLAMD_URL: url }: Pick<Config, 'CLAMD_URL'>,
  clock: Clock,
): Promise<Finding> {
  if (url === undefined) return ok('uploaded files are not scanned: CLAMD_URL is not set')
  try {
    const version = await askVersion(url)
    const found = await scanBytes(url, zeros(largestVideo))
    if (found) return error(`clamd at ${url} found ${found} in a file of zeros. Check its signatures.`)
    return ofSignatures(url, version, clock())
  } catch (failure) {
    if (!(failure instanceof ClamdFailure)) throw failure
    const fix = failure.why === 'large' ? '' : ' Until it answers, pictures, videos and imports are refused.'
    return error(`${failure.message}${fix}`)
  }
}

// One piece of it is in memory.
function* zeros(size: number): Generator<Buffer> {
  const some = Buffer.alloc(1_000_000)
  for (let left = size; left > 0; left -= some.length) yield some.subarray(0, left)
}

function ofSignatures(url: string, version: string, now: number): Finding {
  // "ClamAV 1.4.3/27465/Fri Nov 28 10:00:00 2025"; without official signatures only the first part.
  const [name = '', , made = ''] = version.split('/')
  const at = Date.parse(made)
  if (Number.isNaN(at)) return warning(`${name} at ${url} has no signatures of ClamAV. Run freshclam.`)
  const age = Math.floor((now - at) / day)
  if (now - at > oldest)
    return warning(
      `the signatures of ${name} at ${url} are ${age} days old. Run freshclam, and keep it running.`,
    )
  const size = `${largestVideo / 1e6} MB, the largest video (larger tables were not tried)`
  return ok(`${name} at ${url} scans files of ${size}, with signatures of ${made}`)
}
