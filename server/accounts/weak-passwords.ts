// TypeScript projects that import this file indirectly need this reference.
/// <reference path="./fxa-common-password-list.d.ts" />

import { ApiError } from '../errors.ts'
import { isKeyboardWalk } from './keyboard-walks.ts'

/** Facts that others know about a person and would try first. */
export type Known = { name: string; email: string; stores: string[] }

/** So many characters added to a weak password leave it weak. */
const mostAdded = 4

/**
 * Refuses a password that attackers try first: a common one, a repetition, a sequence, a keyboard walk, or facts
 * about its owner, each with up to four more characters. Throws `password_weak`.
 */
export async function refuseWeak(password: string, known: Known): Promise<void> {
  const text = password.normalize('NFKC').toLowerCase()
  const isWeak =
    repeats(text) ||
    repeats(text.split(separators).join('')) ||
    isKeyboardWalk(text, mostAdded) ||
    isAbout(text, known) ||
    (await isCommon(text))
  if (isWeak) throw new ApiError('password_weak')
}

// Loaded with the first new password: the list takes 100 ms to unpack and 13 MB of memory.
async function isCommon(text: string): Promise<boolean> {
  const { default: common } = await import('fxa-common-password-list')
  return cores(text).some(core => common.test(core))
}

/** Whether the text repeats one piece: aaaa, abcabc, tomato tomato. */
function repeats(text: string): boolean {
  return cores(text).some(core => {
    const letters = [...core]
    return letters.some((_, length) => {
      if (length === 0 || length > letters.length / 2) return false
      return letters.every((letter, at) => at < length || letter === letters[at - length])
    })
  })
}

/** The text without up to four characters at its ends. */
function cores(text: string): string[] {
  const letters = [...text]
  const found: string[] = []
  for (let before = 0; before <= mostAdded; before++) {
    for (let after = 0; before + after <= mostAdded; after++) {
      found.push(letters.slice(before, letters.length - after).join(''))
    }
  }
  return found
}

/** Whether at most four characters remain without the person's name, address and stores. */
function isAbout(text: string, { name, email, stores }: Known): boolean {
  const terms = [name, email, ...stores, 'realword']
    .flatMap(term => [term, ...term.split(separators)])
    .map(squeeze)
    .filter(term => term.length >= shortestTerm)
    .sort((one, other) => other.length - one.length)
  const left = (from: string, all: string[]) => all.reduce((rest, term) => rest.replaceAll(term, ''), from)
  const plain = squeeze(text)
  return [left(plain, terms), left(withoutLeet(plain), terms.map(withoutLeet))].some(
    rest => [...rest].length <= mostAdded,
  )
}

const shortestTerm = 3
const separators = /[\s._,'’@+-]+/

// Without accents: Olívia may choose olivia.
function squeeze(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().split(separators).join('')
}

const leet: Record<string, string> = {
  0: 'o',
  1: 'i',
  l: 'i',
  '!': 'i',
  3: 'e',
  4: 'a',
  5: 's',
  $: 's',
  7: 't',
}

// The letter l becomes i too, because 1 can replace either.
function withoutLeet(text: string): string {
  return text.replace(/[01l!345$7]/g, sign => leet[sign] ?? sign)
}
