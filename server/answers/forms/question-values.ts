import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { readField } from '../../foundation/http/input/form-body.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { spendProof } from '../../foundation/visitors/challenge.ts'
import { networkHash } from '../../foundation/visitors/network.ts'
import type { Asked, Sending } from '../questions/asking.ts'
import { type Say, sayIn } from './pages/say.ts'
import type { Visit } from './visitor-query.ts'

/** The fields that the forms for questions and for answers share. */
export type Values = { name: string; email: string; body: string }

// Characters, like the other limits.
const longest = { name: 80, email: 254, body: 2_000 }

export function readValues(body: unknown): Values {
  return {
    name: readField(body, 'name').replace(/\s+/g, ' '),
    email: readField(body, 'email'),
    body: readField(body, 'body'),
  }
}

/** Whose form it is. */
type Form = 'question' | 'answer'

/** The form to display instead of the page that says that it was sent. */
export type Objection = {
  /** Problems by field. */
  problems?: Partial<Record<keyof Values, string>>
  /** A message about the whole form. */
  notice?: string
  status: number
}

type Received<More> = {
  form: Form
  values: Values
  /** Stores what was sent. */
  store: (sent: Values & { language: string }, sending: Sending) => Promise<Asked>
  /** What to display first if there is no proof of work. */
  offer?: () => Promise<More | undefined>
}

/** Checks what was sent, and stores it. Returns the form to display instead if that is not possible. */
export async function receiveValues<More = never>(
  { database, clock, secrets, challenges, countUnproven }: Dependencies,
  request: FastifyRequest,
  { store: { store_id }, context: { language } }: Visit,
  { form, values, store, offer }: Received<More>,
): Promise<Objection | More | undefined> {
  const say = sayIn(language)
  const at = new Date(clock())
  const problems = findProblems(values, say, form)
  const proof = await challenges.check(readField(request.body, 'proof'), store_id, form, at.getTime())
  if (Object.keys(problems).length > 0) {
    // A failed submission spends its proof too.
    if (proof) await spendProof(database, store_id, proof, at)
    return { problems, status: 422 }
  }
  if (!proof) return { notice: say('challenge_wrong'), status: 422 }
  if (proof === 'none') {
    const offered = await offer?.()
    if (offered) return offered
    await countUnproven(request)
  }
  const network = networkHash(secrets.current, store_id, request.ip)
  const result = await store({ ...values, language }, { proof, network, at })
  if (result === 'proof_spent') return { notice: say('challenge_wrong'), status: 422 }
  if (result === 'mailed_often') return { problems: { email: say('mail_often') }, status: 429 }
}

const aboutBody = {
  question: { missing: 'question_missing', long: 'question_long' },
  answer: { missing: 'answer_body_missing', long: 'answer_body_long' },
} as const

function findProblems(
  { name, email, body }: Values,
  say: Say,
  form: Form,
): Partial<Record<keyof Values, string>> {
  const { missing, long } = aboutBody[form]
  return {
    ...(body === '' && { body: say(missing) }),
    ...([...body].length > longest.body && { body: say(long) }),
    ...(name === '' && { name: say('name_missing') }),
    ...([...name].length > longest.name && { name: say('name_long') }),
    ...(comparableAddress(email) === undefined && { email: say('email_wrong') }),
    ...(email === '' && { email: say('email_missing') }),
  }
}

/** What the template needs of each field. */
export function fieldsOf(form: Form, values: Values, say: Say) {
  const field = (name: keyof Values) => ({ name, value: values[name], most: longest[name], required: true })
  return {
    body: { ...field('body'), label: say(form), hint: say(`${form}_hint`), rows: 4 },
    name: { ...field('name'), label: say('name'), hint: say(`${form}_name_hint`), autocomplete: 'name' },
    email: {
      ...field('email'),
      ...{ type: 'email', label: say('email'), hint: say(`${form}_email_hint`), autocomplete: 'email' },
    },
  }
}
