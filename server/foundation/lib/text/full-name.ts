import { isEastAsian } from './person-name.ts'

/** The name of a given and a family name, either of which may be missing: "Ana Martins", "山田 太郎", "김 민수". */
export function fullName(given: string | null | undefined, family: string | null | undefined): string {
  const names = [given ?? '', family ?? ''].map(name => name.trim()).filter(name => name !== '')
  return (names.every(isEastAsian) ? names.reverse() : names).join(' ')
}
