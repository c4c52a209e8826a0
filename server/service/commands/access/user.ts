import { type Command, Option } from 'commander'
import { readConfig } from '../../../foundation/config/config.ts'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { logChanges } from '../../../foundation/events/audit/audit.ts'
import { urlForCommands } from '../../../foundation/http/public-url.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { printable } from '../../../foundation/lib/text/printable.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { removeFactorOf } from '../../../tenants/accounts/factors/remove-factor.ts'
import { addMember, readRole } from '../../../tenants/accounts/members.ts'
import { type Role, roles } from '../../../tenants/accounts/roles.ts'
import { endSessions } from '../../../tenants/accounts/sessions.ts'
import { makePasswordLink, resetMinutes } from '../../../tenants/accounts/sign-in/password-links.ts'
import { makeSetupToken, setupMinutes } from '../../../tenants/accounts/sign-in/setup.ts'
import { signInEmail } from '../../../tenants/accounts/sign-in-fields.ts'
import { allowMakingStores, forbidMakingStores } from '../../../tenants/accounts/store-makers.ts'
import { createUserWithoutPassword, findUser } from '../../../tenants/accounts/users.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { bold, print, say, yesOrNo } from '../output.ts'
import { withDatabase } from '../with-database.ts'
import { configuredSecrets } from './secrets.ts'

type Flags = { email: string; name: string; store?: string; role?: Role; json?: boolean }

const createDays = 7

/** `user`: people who sign in. No password passes a terminal: each gets a link and chooses one there. */
export function addUserCommands(program: Command): void {
  const user = program.command('user').description('create dashboard users and reset their passwords')
  user
    .command('create')
    .description(`create a user and print a link to choose a password, valid ${createDays} days`)
    .requiredOption('--email <address>', 'sign-in address')
    .requiredOption('--name <name>', 'name of the user')
    .option('--store <id>', 'add the user to this store')
    .addOption(role())
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      checkFlags(flags)
      const made = await withDatabase(db => createUser(db, flags))
      print(flags.json, made, () => {
        say(
          `${bold(printable(made.name))} must choose a password within ${createDays} days. The link works once:`,
        )
        say(`  ${made.link}`)
      })
    })
  addSetup(user)
  addJoining(user)
  addUpdate(user)
  addSignOut(user)
  addFactorRemoval(user)
  user
    .command('reset')
    .description(`print a link that sets a new password, valid ${resetMinutes} minutes`)
    .argument('<email>')
    .option('--json', 'print JSON')
    .action(async (email: string, { json }: Flags) => {
      const made = await withDatabase(db => resetUser(db, email))
      print(json, made, () => {
        say(
          `${printable(made.name)} must choose a new password within ${resetMinutes} minutes. The link works once:`,
        )
        say(`  ${made.link}`)
      })
    })
}

function addSetup(user: Command): void {
  user
    .command('setup')
    .description(`print a link that makes the first owner and store, valid ${setupMinutes} minutes`)
    .option('--json', 'print JSON')
    .action(async ({ json }: Flags) => {
      const made = await withDatabase(makeSetupLink)
      print(json, made, () => {
        say(`Make yourself the owner of the first store, within ${setupMinutes} minutes:`)
        say(`  ${made.link}`)
      })
    })
}

async function makeSetupLink(db: Database) {
  const now = systemClock()
  const token = await makeSetupToken(db, () => now)
  if (!token)
    throw new Problem(
      'The service has users already.',
      'Add one: ./realword user create --email E --name N --store ID. Set a new password: ./realword user reset E',
    )
  return { link: linkOf(`setup=${token}`), expires_at: new Date(now + setupMinutes * 60_000) }
}

const role = () => new Option('--role <role>', 'role in the store (viewer)').choices(roles)

function addJoining(user: Command): void {
  user
    .command('add')
    .description('add an existing user to another store')
    .argument('<email>')
    .requiredOption('--store <id>', 'the store')
    .addOption(role())
    .option('--json', 'print JSON')
    .action(async (email: string, { store = '', role = 'viewer', json }: Flags) => {
      const added = await withDatabase(db => addUser(db, { email, store, role }))
      print(json, added, () => say(`${bold(printable(added.name))} is ${role} of ${printable(added.store)}.`))
    })
}

function addUpdate(user: Command): void {
  user
    .command('update')
    .description('allow or forbid a user to make further stores in the dashboard')
    .argument('<email>')
    .requiredOption('--make-stores <true|false>', 'whether the user may make stores', yesOrNo)
    .option('--json', 'print JSON')
    .action(async (email: string, { makeStores, json }: Flags & { makeStores: boolean }) => {
      const updated = await withDatabase(db => updateUser(db, email, makeStores))
      print(json, updated, () =>
        say(`${bold(printable(updated.name))} may ${makeStores ? '' : 'not '}make stores.`),
      )
    })
}

function addSignOut(user: Command): void {
  user
    .command('sign-out')
    .description('end all sessions of a user')
    .argument('<email>')
    .option('--json', 'print JSON')
    .action(async (email: string, { json }: Flags) => {
      const ended = await withDatabase(db => signOutUser(db, email))
      print(json, ended, () => say(`${bold(printable(ended.name))} is signed out on every device.`))
    })
}

function addFactorRemoval(user: Command): void {
  user
    .command('remove-second-factor')
    .description('remove the second factor of a user who lost it, end all sessions and mail the user')
    .argument('<email>')
    .option('--json', 'print JSON')
    .action(async (email: string, { json }: Flags) => {
      const done = await withDatabase(db => removeFactor(db, email))
      print(json, done, () => {
        const name = bold(printable(done.name))
        say(done.removed ? `${name} signs in with the password alone.` : `${name} had no second factor.`)
        say(`Every session ended.${done.mailed ? ' An email says so.' : ''}`)
      })
    })
}

async function removeFactor(db: Database, address: string) {
  const user = await userWith(db, address)
  const done = await removeFactorOf(db, await configuredSecrets(db), user, new Date(systemClock()))
  return { user_id: user.id, email: user.email, name: user.name, ...done }
}

async function signOutUser(db: Database, address: string) {
  const { id, email, name } = await userWith(db, address)
  await endSessions(db, id)
  return { user_id: id, email, name }
}

async function updateUser(db: Database, email: string, makeStores: boolean) {
  const user = await userWith(db, email)
  if (makeStores) await allowMakingStores(db, user.id, new Date(systemClock()))
  else await forbidMakingStores(db, user.id)
  return { user_id: user.id, email: user.email, name: user.name, may_make_stores: makeStores }
}

function checkFlags({ email, name, store, role }: Flags): void {
  if (!comparableAddress(email))
    throw new Problem(
      `${JSON.stringify(email)} is no e-mail address.`,
      'Give one address, such as ana@example.com.',
      2,
    )
  if (!signInEmail.safeParse(email).success)
    throw new Problem(
      `Nobody can sign in with ${JSON.stringify(email)}.`,
      'Give an address of English letters, such as ana@example.com.',
      2,
    )
  if (name.trim() === '' || [...name].length > 255)
    throw new Problem('The name is empty or too long.', 'It takes 1 to 255 characters.', 2)
  if (role !== undefined && store === undefined)
    throw new Problem('--role needs --store.', 'Add --store with the id of the store for this role.', 2)
}

async function createUser(db: Database, { email, name, store, role = 'viewer' }: Flags) {
  const at = new Date(systemClock())
  if (await findUser(db, email))
    throw new Problem(
      `${email} can sign in already.`,
      `Add them to a store: ./realword user add ${email} --store ID. Set a new password: ./realword user reset ${email}`,
    )
  const found = store === undefined ? undefined : await readStore(db, store)
  return await db.transaction(async tx => {
    const user = await createUserWithoutPassword(tx, { name: name.trim(), email, at })
    if (found) await join(tx, found.store_id, { userId: user.id, role, at })
    const { token, expiresAt } = await makePasswordLink(tx, user.id, at, createDays * 24 * 60)
    return {
      user_id: user.id,
      email: user.email,
      name: user.name,
      store_id: found?.store_id ?? null,
      role: found ? role : null,
      link: linkOf(`reset=${token}`),
      expires_at: expiresAt,
    }
  })
}

async function addUser(db: Database, { email, store, role }: { email: string; store: string; role: Role }) {
  const user = await userWith(db, email)
  return await db.transaction(async tx => {
    const { store_id, name } = await readStore(tx, store, true)
    const before = await readRole(tx, store_id, user.id)
    if (before)
      throw new Problem(
        `${user.email} works with this store already, as ${before}.`,
        'An owner can change the role under Settings, Team.',
      )
    await join(tx, store_id, { userId: user.id, role, at: new Date(systemClock()) })
    return { user_id: user.id, email: user.email, name: user.name, store_id, store: name, role }
  })
}

async function join(
  tx: Connection,
  storeId: string,
  { userId, role, at }: { userId: string; role: Role; at: Date },
): Promise<void> {
  await addMember(tx, storeId, { userId, role, at })
  const change = { at, actor: 'command', action: 'join', record: 'member', recordId: userId } as const
  await logChanges(tx, storeId, [{ ...change, fields: ['role'] }])
}

export async function userWith(db: Connection, email: string) {
  const user = await findUser(db, email)
  if (user) return user
  throw new Problem(
    `Nobody signs in with ${email}.`,
    'Create the user: ./realword user create --email E --name N',
  )
}

async function resetUser(db: Database, email: string) {
  const user = await userWith(db, email)
  const { token, expiresAt } = await makePasswordLink(db, user.id, new Date(systemClock()), resetMinutes)
  const { id, name } = user
  return { user_id: id, email: user.email, name, link: linkOf(`reset=${token}`), expires_at: expiresAt }
}

function linkOf(fragment: string): string {
  return `${urlForCommands(readConfig(process.env))}/admin#${fragment}`
}
