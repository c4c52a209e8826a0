import { plainName } from '../reading/guess.ts'

const parts: [first: RegExp, last: string[]][] = [
  [/first_?name/, ['last_name', 'lastname', 'surname']],
  [/^client_name$/, ['client_last_name']],
  [/primeiro_nome/, ['ultimo_nome', 'sobrenome']],
  [/\bprimer_nombre\b/, ['apellido', 'apellidos']],
  [/(?<![a-z])nome(?![a-z])/, ['sobrenome', 'cognome']],
  [/(?<![a-z])nombre(?![a-z])/, ['apellido', 'apellidos']],
  [/vorname/, ['nachname']],
  [/prenom/, ['nom']],
]

/** The column of the buyer's last name, beside that of the first name; undefined if the name is in one column. */
export function lastNameColumn(header: string[], column = ''): string | undefined {
  const plain = plainName(column)
  const siblings = parts.flatMap(([first, last]) =>
    first.test(plain) ? last.map(name => plain.replace(first, name)) : [],
  )
  return header.find(name => name !== column && siblings.includes(plainName(name)))
}
