import type { Config } from '../../foundation/config/config.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { readRotation } from '../secrets/rotate.ts'
import { error, type Finding, ok, warning } from './check.ts'

/** Reports what is encrypted under another secret than the current one, and how long the previous one is needed. */
export async function checkSecret(db: Connection, config: Config, clock: Clock): Promise<Finding> {
  const secrets = readSecrets(config)
  const { counts, previousUntil } = await readRotation(db, secrets)
  const under = (which: 'outdated' | 'previous' | 'unknown') =>
    counts.filter(one => one[which] > 0).map(one => `${one[which]} ${one.what}`)
  const lost = under('unknown')
  if (lost.length > 0)
    return error(
      `encrypted under a secret that is not set: ${lost.join(', ')}. Set SECRET_PREVIOUS to the secret before, restart, and run: ./realword secret rotate`,
    )
  const outdated = under('outdated')
  const hasPrevious = secrets.all.length > 1
  if (outdated.length > 0)
    return warning(
      `encrypted by an algorithm of an earlier release: ${outdated.join(', ')}. When every instance has this release${hasPrevious ? ' and the new SECRET' : ''}, run: ./realword secret rotate`,
    )
  if (!hasPrevious) return ok('everything is encrypted under the current one')
  const left = under('previous')
  if (left.length > 0)
    return warning(
      `SECRET_PREVIOUS still encrypts ${left.join(', ')}. When every instance has the new SECRET, run: ./realword secret rotate`,
    )
  if (!previousUntil)
    return warning(
      'SECRET_PREVIOUS is set. When every instance has the new SECRET, run: ./realword secret rotate',
    )
  if (previousUntil.getTime() > clock())
    return ok(`rotated. SECRET_PREVIOUS is needed until ${previousUntil.toISOString()}`)
  return warning(
    config.SECRET
      ? 'SECRET_PREVIOUS is no longer needed. Remove it, and restart.'
      : 'the previous secret is no longer needed. Remove it with: ./realword secret rotate',
  )
}
