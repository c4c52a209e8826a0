import { createHash, createHmac, generateKeyPairSync, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../network/listen.ts'

/** A message as a provider took it. `to`: where it was really sent; null: silently dropped. */
export type Taken = {
  provider: 'meta' | 'twilio' | 'vonage' | 'zenvia' | 'custom'
  path: string
  headers: IncomingHttpHeaders
  to: string | null
  text: string
  /** What the sender put in, to be repeated in reports. */
  reference: string
  callback: string
  /** The provider's own id. */
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: each test knows its provider's form
  body: any
}

export type Providers = {
  url: string
  taken: Taken[]
  /** Answers the next requests so; undefined: as the documents say. */
  answerBy: (answer: ((taken: Taken, response: ServerResponse) => unknown) | undefined) => void
  close: () => Promise<void>
}

const vonageKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const vonagePrivateKey = vonageKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Meta's Cloud API, Twilio, Vonage, Zenvia and a sender of somebody's own, each as its documents describe it. */
export async function startProviders(): Promise<Providers> {
  let answerBy: ((taken: Taken, response: ServerResponse) => unknown) | undefined
  let count = 0
  const taken: Taken[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const read = readRequest(request, body, `${++count}`)
    if ('refused' in read) return answer(response, read.refused.status, read.refused.body)
    taken.push(read.taken)
    await answerBy?.(read.taken, response)
    if (!response.headersSent && !response.destroyed) answer(response, read.status, read.answer)
  })
  const { url, close } = await listen(server)
  return {
    url,
    taken,
    answerBy: next => {
      answerBy = next
    },
    close,
  }
}

export function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

type Read = { taken: Taken; status: number; answer: unknown } | { refused: { status: number; body: unknown } }

function readRequest({ url: path = '', headers }: IncomingMessage, sent: string, count: string): Read {
  if (/^\/v\d+\.\d\/\d+\/(messages|marketing_messages)$/.test(path))
    return readMeta(path, headers, sent, count)
  if (path.startsWith('/2010-04-01/')) return readTwilio(path, headers, sent, count)
  if (path === '/v1/messages') return readVonage(path, headers, sent, count)
  const body = JSON.parse(sent)
  const common = { path, headers, body, callback: '' }
  if (path === '/v2/channels/sms/messages') {
    if (headers['x-api-token'] !== 'zenvia-token')
      return {
        refused: {
          status: 401,
          body: { code: 'AUTHENTICATION_ERROR', message: 'No authorization token was found' },
        },
      }
    const id = `zenvia-${count}`
    const taken: Taken = {
      ...common,
      provider: 'zenvia',
      to: body.to,
      text: body.contents[0].text,
      reference: '',
      id,
    }
    return { taken, status: 200, answer: { ...body, id, direction: 'OUT', channel: 'sms' } }
  }
  const id = `own-${count}`
  return {
    taken: { ...common, provider: 'custom', to: body.number, text: body.words, reference: body.ref, id },
    status: 202,
    answer: { id },
  }
}

// A business-scoped id in `to` is answered like a number, and then dropped.
function readMeta(path: string, headers: IncomingHttpHeaders, sent: string, count: string): Read {
  if (headers.authorization !== 'Bearer meta-token')
    return {
      refused: { status: 401, body: { error: { code: 190, message: 'Invalid OAuth access token.' } } },
    }
  const body = JSON.parse(sent)
  const isScoped = /^[A-Z]{2}\./.test(body.recipient ?? '')
  const to: string | null = isScoped ? body.recipient : /^\d{8,15}$/.test(body.to ?? '') ? body.to : null
  const id = `wamid.${count}`
  const parameters = body.template.components.flatMap((one: { parameters: { text: string }[] }) =>
    one.parameters.map(({ text }) => text),
  )
  const taken: Taken = {
    ...{ provider: 'meta', path, headers, to, text: parameters.join(' | '), body },
    ...{ reference: body.biz_opaque_callback_data, callback: '', id },
  }
  return {
    taken,
    status: 200,
    answer: {
      messaging_product: 'whatsapp',
      contacts: [{ input: body.to ?? body.recipient }],
      messages: [{ id }],
    },
  }
}

function readTwilio(path: string, headers: IncomingHttpHeaders, sent: string, count: string): Read {
  const expected = `Basic ${Buffer.from('AC1:twilio-token').toString('base64')}`
  if (headers.authorization !== expected || path !== '/2010-04-01/Accounts/AC1/Messages.json')
    return { refused: { status: 401, body: { code: 20003, message: 'Authenticate' } } }
  const form = new URLSearchParams(sent)
  const id = `SM${count}`
  const taken: Taken = {
    ...{ provider: 'twilio', path, headers, to: form.get('To'), text: form.get('Body') ?? '', id },
    ...{ callback: form.get('StatusCallback') ?? '', reference: '', body: Object.fromEntries(form) },
  }
  return { taken, status: 201, answer: { sid: id, status: 'queued' } }
}

function readVonage(path: string, headers: IncomingHttpHeaders, sent: string, count: string): Read {
  const [head = '', claims = '', signature = ''] = (headers.authorization ?? '')
    .replace('Bearer ', '')
    .split('.')
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${claims}`),
    vonageKey.publicKey,
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned)
    return { refused: { status: 401, body: { title: 'Unauthorized', detail: 'Check your token' } } }
  const body = JSON.parse(sent)
  const id = `aaaaaaaa-0000-4000-8000-${count.padStart(12, '0')}`
  const taken: Taken = {
    ...{ provider: 'vonage', path, headers, to: body.to, text: body.text, body, id },
    ...{ reference: body.client_ref, callback: '' },
  }
  return { taken, status: 202, answer: { message_uuid: id } }
}

/** A report as it is posted: its body and the headers that sign it. */
export type Posted = { body: string; headers: Record<string, string> }

/** Meta's report of a value of the number. */
export function metaReport(
  value: object,
  { secret = 'meta-app-secret', number = '106540352242922' } = {},
): Posted {
  const change = { field: 'messages', value: { metadata: { phone_number_id: number }, ...value } }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [change] }],
  })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return {
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
  }
}

/** Twilio's report to an address: by SHA-1, or by SHA-256 with a key of a rule. */
export function twilioReport(
  url: string,
  fields: Record<string, string>,
  { token = 'twilio-token', isStrong = false } = {},
): Posted {
  const signed =
    url +
    Object.keys(fields)
      .sort()
      .map(name => name + fields[name])
      .join('')
  return {
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac(isStrong ? 'sha256' : 'sha1', token)
        .update(signed)
        .digest('base64'),
      ...(isStrong && { 'x-twilio-webhooks-signature-settings': 'key=WH1,algorithm=HMAC_SHA256' }),
    },
  }
}

/** Vonage's report with its token. */
export function vonageReport(
  report: object,
  { secret = 'vonage-signature-secret', alg = 'HS256' } = {},
): Posted {
  const body = JSON.stringify(report)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const payload_hash = createHash('sha256').update(body).digest('hex')
  const signed = `${part({ alg, typ: 'JWT' })}.${part({ iss: 'Vonage', iat: 1, jti: 'x', payload_hash })}`
  const signature = createHmac('sha256', secret).update(signed).digest('base64url')
  return {
    body,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${signed}.${signature}` },
  }
}
