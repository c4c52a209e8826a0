import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../../../foundation/config/config.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { By } from '../../../foundation/events/audit/audit.ts'
import { urlForCommands } from '../../../foundation/http/public-url.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { storeOfConnection } from '../../../links/connections/connection-id.ts'
import type { ConnectionContext } from '../../../links/connections/connection-list.ts'
import { tryMapping } from '../../../links/connections/generic/mapping.ts'
import { type Preset, presets } from '../../../links/connections/generic/presets.ts'
import type { PlatformName } from '../../../links/connections/platform.ts'
import { wordSentences } from '../../../links/connections/sentences.ts'
import { configuredSecrets } from '../access/secrets.ts'

/** What the commands of `connect` share: their arguments, and what those name. */

/** The settings of a connection, as `add` and `update` take them. */
export type SettingsFlags = {
  name?: string
  url?: string
  key?: string
  secret?: string
  token?: string
  set: Record<string, string>
  sample?: string
  json?: boolean
}

export function withId(connect: Command, name: string, description: string): Command {
  return connect
    .command(name)
    .description(description)
    .argument('<connection-id>', 'as `connect list` shows it')
    .option('--json', 'print JSON')
}

export function storeOf(connectionId: string): string {
  const storeId = storeOfConnection(connectionId)
  if (!storeId) throw new ApiError('connection_unknown')
  return storeId
}

export const byCommand = ({ now }: ConnectionContext): By => ({ at: new Date(now), actor: 'command' })

export async function contextOf(db: Database): Promise<ConnectionContext> {
  return {
    secrets: await configuredSecrets(db),
    address: urlForCommands(readConfig(process.env)),
    now: systemClock(),
  }
}

/** `NAME=VALUE`, or `NAME=@FILE` for a long value. */
export function toPairs(text: string, before: Record<string, string>): Record<string, string> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('It takes NAME=VALUE.')
  const value = text.slice(at + 1)
  return { ...before, [text.slice(0, at)]: value.startsWith('@') ? readValue(value.slice(1)) : value }
}

function readValue(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new Problem(`The file ${file} cannot be read: ${(cause as Error).message}.`, 'Check its name.', 2)
  }
}

/** The mapping of `--preset`. Throws for a platform without a mapping. */
export function optionsOfPreset(platform: PlatformName, preset: Preset | undefined): Record<string, string> {
  if (preset === undefined) return {}
  if (platform !== 'generic')
    throw new Problem(`${platform} has no mapping.`, 'Leave --preset out, or use --platform generic.', 2)
  return presets[preset].options
}

/** Throws, so that nothing is saved, if the mapping is wrong or finds no order in the file. */
export async function trySample(
  platform: PlatformName,
  options: Record<string, string>,
  file: string,
): Promise<void> {
  if (platform !== 'generic')
    throw new Problem(`${platform} has no mapping.`, 'Leave --sample out, or use --platform generic.', 2)
  const { orders, problems } = await tryMapping('a sample', options, readValue(file))
  if (orders.length > 0 && problems.length === 0) return
  throw new Problem(
    `The mapping does not fit ${file}: ${wordSentences(problems) || 'it finds no order'}.`,
    'Correct it and run the command again. Nothing was saved.',
  )
}
