import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ClamdFailure, scanBytes } from '../../server/foundation/lib/network/clamd.ts'
import { aPicture } from '../../server/test/media/pictures.ts'
import { marker } from '../../server/test/network/clamd.ts'
import { checkScanner } from '../../server/upkeep/doctor/external/scanner-check.ts'
import { launchProgram } from '../programs/processes.ts'
import { findProgram } from '../programs/programs.ts'
import { cleanUp, temporaryFolder, waitFor } from '../service.ts'

afterEach(cleanUp)

const hasClamd = Boolean(findProgram('clamd'))
if (!hasClamd) console.log('Skipped: clamd, which is not installed.')

/** Debian's clamd with one signature of ours, of a harmless marker. Resolves with its CLAMD_URL. */
async function start(...settings: string[]): Promise<string> {
  const folder = temporaryFolder()
  const socket = join(folder, 'clamd.ctl')
  const config = join(folder, 'clamd.conf')
  writeFileSync(join(folder, 'own.ndb'), `Test.Marker:0:*:${Buffer.from(marker).toString('hex')}\n`)
  const lines = [`LocalSocket ${socket}`, `DatabaseDirectory ${folder}`, 'Foreground yes', ...settings]
  writeFileSync(config, `${lines.join('\n')}\n`)
  launchProgram('clamd', ['-c', config], { log: join(folder, 'log') })
  const url = `unix:${socket}`
  const isUp = () =>
    scanBytes(url, [Buffer.from('x')]).then(
      () => true,
      () => false,
    )
  await waitFor('clamd', isUp)
  return url
}

const limits = ['StreamMaxLength 300M', 'MaxFileSize 300M', 'MaxScanSize 400M']

describe.skipIf(!hasClamd)('the clamd of Debian', () => {
  test('finds a marker in a picture, and names what the doctor has to say', async () => {
    const url = await start(...limits, 'AlertExceedsMax yes')
    const picture = Buffer.from(await (await aPicture()).arrayBuffer())
    expect(await scanBytes(url, [picture])).toBeUndefined()
    expect(await scanBytes(url, [picture, Buffer.from(marker)])).toBe('Test.Marker.UNOFFICIAL')
    const check = await checkScanner({ CLAMD_URL: url }, Date.now)
    expect(check).toMatchObject({ status: 'warning', detail: expect.stringContaining('freshclam') })
  })

  test('refuses a stream that is too long', async () => {
    const url = await start('StreamMaxLength 1M')
    const failure = await scanBytes(url, [Buffer.alloc(20_000_000)]).catch(error => error)
    expect(failure).toBeInstanceOf(ClamdFailure)
    // Its answer is lost now and then, when the connection is reset.
    expect(failure.message).toContain('StreamMaxLength')
  })
})
