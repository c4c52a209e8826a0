// Projects that reach this file by its importers alone need the types of the list named.
/// <reference path="./fxa-common-password-list.d.ts" />

import { ApiError } from '../errors.ts'
import { isKeyboardWalk } from './keyboard-walks.ts'

/** What others know of a person and would try first. */
export type Known = { name: string; email: string; stores: string[] }

/** Characters that make nothing strong when they are added to something that anybody would try. */
const mostAdded = 4

/**
 * Refuses a password that is guessed first: a common one, a repetition, a sequence, a run on the keyboard, or
 * what is known of its owner, each also with four characters more. Throws `password_weak`.
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

// Loaded when a password is first chosen: the list takes 100 ms to unpack and 13 MB to keep.
async function isCommon(text: string): Promise<boolean> {
  const { default: common } = await import('fxa-common-password-list')
  return cores(text).some(core => common.test(core))
}

/** Whether one piece comes again and again: aaaa, abcabc, tomato tomato. */
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

/** Whether hardly anything is left of the text without the person's name, address and stores. */
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

// Accents go, for Olívia chooses olivia.
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

// The letter l becomes i as well, for 1 stands for both.
function withoutLeet(text: string): string {
  return text.replace(/[01l!345$7]/g, sign => leet[sign] ?? sign)
}
