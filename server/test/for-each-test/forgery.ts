import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { writeArchive } from '../../exchange/archives/write-archive.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { type AdminClient, aMember } from '../admin.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type Content, packArchive, unpackArchive } from '../exchange/archives.ts'
import { importFile, uploadFile } from '../exchange/transfers.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { picturesIn } from '../media/pictures.ts'
import { aStore, type Member } from '../users.ts'

/** A service with the store of a victim, and for each test the empty store of an attacker. */
export type Forgery = {
  service: TestApp
  mails: MailServer
  victim: Member
  viewer: AdminClient
  owner: AdminClient
  forger: AdminClient & { email: string }
  own: Member
  /** The archive of a store, by default of the attacker's own. */
  anArchive: (storeId?: string) => Promise<Content>
  /** Imports an archive into the attacker's store. */
  importContent: (content: Content) => ReturnType<typeof importFile>
  /** Imports the archive of the attacker's store after a change of it. */
  importForged: (change: (content: Content) => void) => ReturnType<typeof importFile>
  /** A failed mail in an archive, addressed to the attacker. */
  failedMail: (change: Record<string, unknown>) => Record<string, unknown>
  /** A failed mail of a kind with this id, which asks about the orders of this id if its kind does. */
  mailLike: (kind: string, id: string) => Record<string, unknown>
}

export const moment = (ago = 0) => new Date(Date.now() - ago).toISOString().replace('Z', '+00:00')

export function forgeInEachTest(): Forgery {
  const folder = mkdtempSync(join(tmpdir(), 'realword-forged-'))
  const files = picturesIn(folder)
  const forgery = {
    anArchive: async (storeId = forgery.own.storeId) => {
      const out = new PassThrough()
      const bytes = buffer(out)
      await writeArchive(forgery.service.database, files, storeId, new Date(), out)
      return await unpackArchive(await bytes)
    },
    importForged: async change => {
      const content = await forgery.anArchive()
      change(content)
      return await forgery.importContent(content)
    },
    importContent: async content => {
      const { service, forger, own } = forgery
      const packed = await packArchive(content)
      const { body } = await uploadFile(service, forger, own.storeId, 'archive', packed, 'store.zip')
      return await importFile(service, forger, own.storeId, body.id)
    },
    failedMail: change => {
      const { email } = forgery.forger
      return {
        ...{ kind: 'invitation', language: 'en', state: 'failed', attempts: 1, reminders: 0 },
        ...{ address: email, email, name: 'Forger', record_id: uuid() },
        ...{ link_expires_at: moment(-86_400_000), created_at: moment() },
        ...change,
      }
    },
    mailLike: (kind, id) => {
      const asks = ['request', 'reminder'].includes(kind)
      return forgery.failedMail({ kind, id, ...(asks && { requests_of: id, record_id: null }) })
    },
  } as Partial<Forgery> as Forgery
  beforeAll(async () => {
    forgery.mails = await startMailServer()
    forgery.service = await startTestApp({
      ...{ DATA_DIR: folder, SMTP_URL: forgery.mails.url, MAIL_FROM: 'reviews@shop.example' },
      SIGN_IN_RATE_LIMIT: '100000',
    })
    const { database } = forgery.service
    forgery.victim = await aStore(database)
    forgery.owner = await aMember(forgery.service, forgery.victim.storeId, 'owner')
    forgery.viewer = await aMember(forgery.service, forgery.victim.storeId, 'viewer')
  })
  beforeEach(async () => {
    forgery.own = await aStore(forgery.service.database)
    forgery.forger = await aMember(forgery.service, forgery.own.storeId, 'owner')
    forgery.mails.received.splice(0)
    forgery.service.setNow(Date.now())
  })
  afterAll(async () => {
    await forgery.service.close()
    await forgery.mails.close()
    rmSync(folder, { recursive: true })
  })
  return forgery
}
