import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorOf } from '../../../answers/moderation/author.ts'
import { insertReviews } from '../../../answers/reviews/reviews.ts'
import { queueNotice } from '../../../foundation/mailings/mailings.ts'
import { addSeenProducts } from '../../../tenants/products/products.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aCustomer, anOrder, aReview } from '../../../test/factories.ts'
import { aDueRequest, delivered, due, runAt, stateOf } from '../../../test/mail/due-requests.ts'
import { type MailServer, startMailServer } from '../../../test/mail/mail-server.ts'
import { aStore, type Member } from '../../../test/users.ts'

describe('a mail', () => {
  let server: MailServer
  let service: TestApp
  let owner: Member
  beforeAll(async () => {
    server = await startMailServer()
    service = await startTestApp({
      SMTP_URL: server.url,
      MAIL_FROM: 'Somebody <reviews@shop.example>',
      PUBLIC_URL: 'https://reviews.example',
    })
    owner = await aStore(service.database, { contact_email: 'team@shop.example' })
  })
  afterAll(async () => {
    await service.close()
    await server.close()
  })

  test('names its sender, a link to unsubscribe, and declares that it was sent automatically', async () => {
    const { email } = await aDueRequest(service, owner)
    await runAt(service, due)
    const mail = server.received.at(-1)
    expect(mail?.from).toBe('reviews@shop.example')
    expect(mail?.to).toEqual([email])
    expect(mail?.header('From')).toMatch(/<reviews@shop\.example>$/)
    expect(mail?.header('Reply-To')).toContain('team@shop.example')
    expect(mail?.header('Auto-Submitted')).toBe('auto-generated')
    expect(mail?.header('List-Id')).toBe(`<${owner.storeId}.shop.example>`)
    expect(mail?.header('List-Unsubscribe')).toMatch(/^<https:\/\/reviews\.example\/u\/[\w-]{65}>$/)
    expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.header('Message-ID')).toMatch(
      new RegExp(`^<[0-9a-f-]{36}\\.${owner.storeId}@shop\\.example>$`),
    )
    expect(mail?.raw).toContain('text/plain')
    expect(mail?.raw).toContain('text/html')
  })

  test('that cannot be written delays no other', async () => {
    const { database } = service
    const fine = await aDueRequest(service, owner)
    const at = new Date(due)
    const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
    await addSeenProducts(database, owner.storeId, [product], at)
    const review = aReview({ address: 'gone@example.com', email: 'gone@example.com' })
    await database.transaction(async tx => {
      await insertReviews(tx, owner.storeId, [review], { at, actor: 'command', action: 'create' })
      await queueNotice(tx, owner.storeId, {
        kind: 'confirm_review',
        recordId: review.id,
        to: authorOf(review),
        at,
      })
    })
    await database.query(sql`
      delete from reviews
      where store_id = ${owner.storeId} and id = ${review.id}`)
    await runAt(service, due)
    expect(await stateOf(service, owner, fine.orderId)).toMatchObject({ mail: 'sent' })
    const mails = await database.query(sql`
      select state, own_answer
      from mailings
      where store_id = ${owner.storeId} and record_id = ${review.id}`)
    expect(mails).toEqual([{ state: 'failed', own_answer: 'not_written' }])
  })

  let victims = 0
  // Each text is one that the order API accepts as e-mail, name or product.
  const hostile = [
    'a@b.co\r\nBcc: evil@evil.example',
    'a@b.co\nTo: evil@evil.example',
    'a@b.co\rCc: evil@evil.example',
    'a@b.co, evil@evil.example',
    'a@b.co; evil@evil.example',
    'a@b.co evil@evil.example',
    'Ana <a@b.co>, Evil <evil@evil.example>',
    '<a@b.co><evil@evil.example>',
    'undisclosed-recipients:;',
    'friends: a@b.co, evil@evil.example;',
    '"a@b.co, evil"@evil.example',
    '"a\\" <evil@evil.example>"@b.co',
    'a@b.co(evil@evil.example)',
    'a(evil@evil.example)@b.co',
    'a@b.co\u2028Bcc: evil@evil.example',
    'a@b.co\u0085Bcc: evil@evil.example',
    'a@b.co%0d%0aBcc:evil@evil.example',
    'a@b.co\\r\\nBcc: evil@evil.example',
    '=?utf-8?Q?a=40b.co=0D=0ABcc=3A_evil=40evil.example?=',
    '=?utf-8?B?YUBiLmNvDQpCY2M6IGV2aWxAZXZpbC5leGFtcGxl?=',
    'a@b.co\r\n\r\nevil body',
    'a@b.co>\r\nRCPT TO:<evil@evil.example',
    'a@b.co> ORCPT=rfc822;evil@evil.example',
    'a@[127.0.0.1]',
    'a@b.co@evil.example',
    '@evil.example:a@b.co',
    'evil.example!a@b.co',
    'a%evil.example@b.co',
    '|/bin/sh@b.co',
    '-oQ/tmp@b.co',
    'a@b.co,evil@evil.example',
    'a@b.co;evil@evil.example',
    'a@b.co|evil@evil.example',
    'a@b.co&evil@evil.example',
    'a@b.co\tevil@evil.example',
    'a@b.co\u00a0evil@evil.example',
    'a@b.co\u200bevil@evil.example',
    'a@b.co\u3000evil@evil.example',
    'a@b.co\u000bBcc: evil@evil.example',
    'a@b.co\u000cBcc: evil@evil.example',
    'a@b.co\u2029Bcc: evil@evil.example',
    'evil@evil.example,',
    ',evil@evil.example',
    '<evil@evil.example',
    'evil@evil.example>',
    '<<evil@evil.example>>',
    'mailto:evil@evil.example',
    'mailto:a@b.co?bcc=evil@evil.example',
    'a@b.co?bcc=evil@evil.example',
    'a@b.co#evil@evil.example',
    'a@b.co/evil@evil.example',
    'http://evil@evil.example',
    'a@b.co:evil@evil.example',
    'a@b.co\\evil@evil.example',
    '\u202eelpmaxe.live@live',
    'a@b.co\u202e, evil@evil.example',
    '=?utf-7?Q?a+AEA-b.co?=',
    'a@b.co\u061c;evil@evil.example',
    'a@b.co%0aBcc%3aevil@evil.example',
    'Bcc: evil@evil.example',
  ]

  test.each(
    hostile,
  )('reaches exactly one address, whatever the e-mail, name and product contain: %j', async text => {
    const email = `victim.${++victims}@example.com`
    const clean = text.isWellFormed() ? text : ''
    const store = await aStore(service.database, { name: clean.slice(0, 255) || 'x', contact_email: null })
    service.setNow(delivered)
    const product = { product_id: clean, sku: clean, name: clean, price: 1, url: clean, pictures: [clean] }
    const body = anOrder({
      delivery_date: delivered,
      products: [product],
      customers: [aCustomer({ email, name: clean }), aCustomer({ email: text, name: clean })],
    })
    expect((await service.send('POST', '/orders', { headers: store.headers, body })).status).toBe(201)
    const before = server.received.length
    await runAt(service, due)
    const mails = server.received.slice(before)
    for (const { to, header } of mails) {
      expect(to).toHaveLength(1)
      expect(to[0]).not.toMatch(/evil@/)
      for (const name of ['Bcc', 'Cc', 'Resent-To']) expect(header(name)).toBeUndefined()
    }
    expect(mails.map(({ to }) => to[0])).toContain(email)
    expect(mails.length).toBeLessThanOrEqual(2)
    const heads = mails.map(({ raw }) => raw.slice(0, raw.indexOf('\r\n\r\n')))
    for (const head of heads) {
      const names = head.split('\r\n').flatMap(line => /^([\w-]+):/.exec(line)?.[1] ?? [])
      expect(new Set(names).size).toBe(names.length)
    }
  })
})
