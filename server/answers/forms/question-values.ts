import { readField } from '../../foundation/http/input/form-body.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import type { Say } from './say.ts'

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

type ProblemsOfBody = {
  missing: 'question_missing' | 'answer_body_missing'
  long: 'question_long' | 'answer_body_long'
}

/** Problems by field. `missing` and `long` are the texts about the body. */
export function findProblems(
  { name, email, body }: Values,
  say: Say,
  { missing, long }: ProblemsOfBody,
): Partial<Record<keyof Values, string>> {
  return {
    ...(body === '' && { body: say(missing) }),
    ...([...body].length > longest.body && { body: say(long) }),
    ...(name === '' && { name: say('name_missing') }),
    ...([...name].length > longest.name && { name: say('name_long') }),
    ...(comparableAddress(email) === undefined && { email: say('email_wrong') }),
    ...(email === '' && { email: say('email_missing') }),
  }
}

/** What the template of a field needs, without its label. */
export function fieldOf(name: keyof Values, values: Values) {
  return { name, value: values[name], most: longest[name], required: true }
}
