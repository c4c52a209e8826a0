import sql, { raw } from 'sql-template-tag'
import { picturesInUse } from '../../../answers/reviews/reviews.ts'
import { anMp4, someCaptions } from '../../media/videos.ts'
import { seedNow } from '../seeded.ts'
import { after, at, by, type Calls, inStatements, later, nobodyIsAsked, page, pure, since } from './call.ts'

const plans = sql`update stores set limits = '{"stored_bytes": 1000000000}'`

const usedModels = sql`
  insert into model_usage (store_id, month, spent)
  select store_id, '2026-05-01', case store_id when '00000000-0000-7000-8000-000000000001' then 9 else 7 end
  from stores`

// The money of every store is spent, and only in the first one does a question run.
const busyElsewhere = sql`
  insert into model_usage (store_id, month, spent, busy_until)
  select store_id, '2026-05-01', 7, case when store_id = '00000000-0000-7000-8000-000000000001' then '2126-01-01Z'::timestamptz end
  from stores`

const keysOfModels = sql`insert into model_keys (store_id, sealed) select store_id, '\\x00' from stores`

const stemmedElsewhere = sql`update stores set search_made_by = '15.1'`

/** Stores, their users, files and settings, and what keeps them. */
export const stores: Calls = {
  'tenants/accounts/access-links.ts': {
    renewAccessLink: ({ invitationLink }) => [invitationLink, Buffer.alloc(32, 7)],
  },
  'tenants/accounts/team/invitations.ts': {
    listInvitations: () => [at],
    invite: () => [{ email: 'invited@agency.example', role: 'owner', language: 'en' }, by],
    inviteWithin: () => [{ email: 'invited@agency.example', role: 'owner', language: 'en' }, by],
    dismissEverybody: () => [],
    revokeInvitation: ({ invitation }) => [invitation, by],
  },
  'tenants/accounts/members.ts': {
    readRole: ({ viewer }) => [viewer],
    hasDismissedSteps: {
      with: ({ viewer }) => ({
        args: [viewer],
        first: sql`update memberships set steps_dismissed_at = ${at}`,
      }),
    },
    dismissSteps: ({ viewer }) => [viewer, at],
    listMembers: () => [],
    addressesOfMembers: () => [],
    addMember: () => [{ userId: 'somebody', role: 'viewer', at }],
    changeMember: ({ viewer, owner }) => [viewer, 'moderator', { at, userId: owner }],
  },
  'foundation/events/audit/audit.ts': {
    logChanges: ({ published }) => [
      [{ ...by, action: 'reply', record: 'review', recordId: published, fields: [] }],
    ],
    listChanges: ({ published }) => ['review', published],
    hasChanged: {
      with: ({ published }) => ({
        args: ['review', [published], 'reply'],
        first: sql`update audit_log set actor = 'command', action = 'reply' where record_id = ${published}`,
      }),
    },
    listStoreChanges: () => [page],
  },
  'foundation/events/audit/old-changes.ts': {
    countOldChanges: () => [sql`'2090-01-01'::timestamptz`, 10],
    // More than there are: of fewer, the plan would decide which ones.
    forgetChanges: () => [sql`'2090-01-01'::timestamptz`, 10_000],
  },
  'foundation/database/citus/own-store.ts': { ownStore: inStatements },
  'upkeep/housekeeping/old-data.ts': { forgetOldData: after(nobodyIsAsked, later) },
  'upkeep/housekeeping/search-rewriting.ts': {
    rewriteSearch: { exempt: 'Calls rewriteBatch until its time is up: how often depends on the machine.' },
    rewriteBatch: { with: () => ({ args: [], first: stemmedElsewhere }) },
  },
  'upkeep/housekeeping/transfers.ts': {
    dropOldFiles: () => [later],
    expireFiles: () => [at],
    expireBegunFiles: () => [at],
  },
  'foundation/events/changed-days.ts': { markDaysChanged: () => [[at]], markAllDaysChanged: () => [] },
  'api/dashboard/insights/first-steps.ts': { readFirstSteps: () => [seedNow] },
  'foundation/jobs/jobs.ts': { enqueue: () => [['a key']], dropJobs: () => [] },
  'foundation/lib/ids/scoped-id.ts': { makeScopedId: pure },
  'foundation/lib/ids/store-token.ts': { writeStoreToken: pure },
  'foundation/personal-data/erasure-lock.ts': { erasureLock: inStatements },
  'api/operators/operated-stores.ts': {
    changeOperatedStore: () => [{ active: false, limits: { mails_per_day: 3 } }, by],
    deleteOperatedStore: ({ store }) => [store.name, by],
  },
  'api/operators/store-list.ts': { findOperatedStore: () => [seedNow] },
  'api/operators/usage.ts': {
    readOperatedStore: () => [seedNow],
    readStoreUsage: () => [{ from: '2026-04-01', to: '2026-05-06' }, seedNow],
  },
  'foundation/storage/pictures/pictures.ts': {
    receivePicture: ({ pictureFile }) => [pictureFile, at, 1e9],
    receiveExportedPicture: ({ pictureBytes }) => [pictureBytes, at],
    receiveForeignPicture: ({ pictureBytes }) => [pictureBytes, at],
    receiveUsed: { exempt: 'receiveExportedPicture and the other two, which write by it, are called.' },
    lockPictures: ({ unusedPicture }) => [[unusedPicture]],
    dropPictures: () => [],
    sweepPictures: () => [{ before: later }, picturesInUse],
  },
  'foundation/storage/pictures/logos.ts': {
    saveLogo: ({ pictureBytes }) => [pictureBytes, at],
    savedLogo: after(sql`
      with made as (
        insert into store_logos (store_id, name, made_at)
        select store_id, ${`${'a'.repeat(40)}-logo.png`}, ${at}
        from stores
        returning store_id, name
      )
      update stores
      set logo_url = 'https://reviews.example/pictures/' || made.name
      from made
      where stores.store_id = made.store_id`),
    dropLogos: { exempt: 'operators.test.ts deletes the logos of one store of several.' },
  },
  'foundation/storage/pictures/measured.ts': {
    measurePictures: after(sql`update pictures set bytes = null`),
  },
  'foundation/storage/pictures/stored-bytes.ts': {
    lockFiles: { exempt: 'Only locks, with a key made of the store.' },
    remainingBytes: after(plans),
    requireStorage: {
      with: () => ({ args: [1], first: plans, idle: 'Returns nothing unless the limit is reached.' }),
    },
    storedBytes: () => [],
  },
  'foundation/storage/videos/uploads.ts': {
    beginVideo: { exempt: 'Returns a random id; reserveBytes, by which it writes, is called.' },
    findVideoUpload: { exempt: 'video-form.test.ts reads an upload with the link of another store.' },
    isVideoOf: { exempt: 'Reads no row: the name of a video says whose upload it was.' },
    continueVideo: { exempt: 'video-form.test.ts continues an upload with the link of another store.' },
    dropUnfinishedUploads: after(
      sql`
        insert into waiting_pictures (store_id, name, bytes, since, received)
        select store_id, ${`${'a'.repeat(40)}-9.upload`}, 9, ${at}, 0
        from stores`,
      later,
    ),
  },
  'foundation/storage/videos/captions.ts': {
    receiveCaptions: () => [{ language: 'en', webvtt: someCaptions }, at],
    receiveExportedCaptions: () => [
      { name: `${'a'.repeat(40)}-en.vtt`, bytes: Buffer.from(someCaptions) },
      at,
    ],
  },
  'foundation/storage/videos/exported.ts': {
    receiveExportedFile: { exempt: 'Chooses among the others, which are called.' },
    receiveExportedVideo: () => [
      { name: `${'a'.repeat(40)}-${anMp4().length}-12.mp4`, bytes: anMp4(), posters: new Map() },
      at,
    ],
  },
  'foundation/storage/pictures/unused-uploads.ts': {
    reserveBytes: ({ unusedPicture }) => [{ name: unusedPicture, bytes: 9, at: later }, 1e9],
    requireBytes: {
      with: ({ waitingBytes }) => ({
        args: [waitingBytes + 1],
        idle: 'Returns nothing unless the quota is full.',
      }),
    },
    releaseBytes: ({ unusedPicture }) => [[unusedPicture]],
    forgetAbandonedUploads: () => [later],
  },
  'tenants/stores/keys.ts': {
    createKey: () => [{ type: 'orders' }],
    listKeys: () => [],
    findKeyOf: ({ keyHash }) => [keyHash],
    shownKey: ({ key }) => [key],
    revokeKeyOf: ({ key }) => [key],
    renameKey: ({ key }) => [key, { name: 'Server', actor: 'command' }],
    saveKeyUse: ({ key }) => [key, later],
  },
  'tenants/stores/model/model-keys.ts': {
    saveModelKey: {
      each: [
        () => [{ key: 'sk-new', url: 'https://api.example/v1' }, by],
        after(keysOfModels, { key: '', url: 'https://api.example/v1' }, by),
      ],
    },
    readModelKey: after(keysOfModels, 'https://api.example/v1'),
  },
  'tenants/stores/model/model-usage.ts': {
    reserveUsage: {
      each: [
        () => [{ month: '2026-05-01', worst: 5, most: 9, at, until: later }],
        after(busyElsewhere, { month: '2026-05-01', worst: 5, most: 9, at, until: later }),
      ],
    },
    settleUsage: after(usedModels, {
      ...{ month: '2026-05-01', worst: 5, cost: 3, failure: null, at },
      tokens: { in: 1, out: 1 },
    }),
    readUsage: after(usedModels, '2026-05-01'),
  },
  'tenants/stores/model/troubled-models.ts': { forgetUsage: after(usedModels, new Date(seedNow + 4e11)) },
  'tenants/stores/tokens.ts': {
    makeToken: { exempt: 'Writes the id of the store into a token, and reads no row.' },
  },
  'tenants/stores/kept-answers.ts': {
    erasePersonFromAnswers: {
      exempt: 'Its table is empty here; idempotency.test.ts erases a person of one store of two.',
    },
    forgetAnswers: { exempt: 'The same.' },
  },
  'foundation/database/changed-since.ts': {
    changedSince: () => [
      { table: raw('orders'), id: raw('order_id'), written: raw('received_at') },
      { since, limit: 2, conditions: [sql`true`] },
    ],
  },
  'tenants/stores/mail-words.ts': {
    changeMailContent: () => [
      { color: '#123456', designs: [{ kind: 'request', language: 'en', blocks: null }] },
      by,
    ],
    setMailWords: () => ['request', 'en', undefined, by],
  },
  'tenants/stores/widget-design.ts': {
    changeWidgetDesign: () => [{ variables: { '--rw-star-color': '#123456' } }, by],
  },
  'tenants/admission/request-limit.ts': {
    claimRequests: () => [{ minute: 7, limit: 100, wanted: 3 }],
    requestsOfMinute: () => [7 * 60_000],
  },
  'tenants/stores/retention.ts': {
    readRetention: () => [],
    lockRetention: after(sql`update stores set order_salt = null`),
  },
  'tenants/stores/restore.ts': { restoreSettings: ({ settings }) => [settings, by] },
  'tenants/stores/searching.ts': { searchingOf: () => [] },
  'tenants/stores/first-uses.ts': {
    saveWidgetsSeen: after(sql`update stores set widgets_seen_at = null`, at),
    hasWidgets: () => [],
    saveSkuRead: after(sql`update stores set sku_read_at = null`, at),
    isReadBySku: after(sql`update stores set sku_read_at = ${at} where name <> 'Empty'`),
  },
  'tenants/stores/stores.ts': {
    updateStore: () => [{ name: 'Another name' }, by],
    changeStore: () => [{ name: 'Another name' }, by],
    readStore: () => [],
    readKnownStore: () => [],
    findStore: () => [],
    markDeleted: () => [at],
    findStoreWithKey: ({ store }) => [store.store_key],
  },
  'api/widgets/check-page.ts': {
    checkPage: { exempt: 'Fetches a page of the shop; routes.test.ts sends it one.' },
    checkHtml: { exempt: 'Reads what checkPage reads, of HTML that is given.' },
  },
}
