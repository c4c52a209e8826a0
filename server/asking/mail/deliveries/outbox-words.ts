import type { FastifyRequest } from 'fastify'
import type { Catalogues, Languages } from '../../../../build/texts/catalogues.ts'
import { type Direction, directionOf } from '../../../../texts/direction.ts'
import { acceptedLanguages, chooseLanguage } from '../../../foundation/http/language.ts'
import { textsIn } from '../../../foundation/texts/texts.ts'

type Words = Catalogues['mails']['outbox'] &
  Catalogues['mails']['names'] & { language: Languages['mails']; direction: Direction }

/** The words of the outbox, in the language of the reader's browser. */
export function wordsFor(request: FastifyRequest): Words {
  const language = chooseLanguage(...acceptedLanguages(request.headers['accept-language']))
  const { outbox, names } = textsIn('mails', language)
  return { language, direction: directionOf(language), ...outbox, ...names }
}
