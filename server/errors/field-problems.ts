/** One thing wrong with one field of a body; `path` in dots: `products.0.price`. */
export type FieldProblem = { path: string; problem: keyof typeof texts; values?: (string | number)[] }

// The specification's texts, and the others in the same voice; {0} and {1} are the values.
const texts = {
  required: ['Required', 'Obrigatório'],
  type: ['Expected {0}, received {1}', 'Tipo esperado: {0}, recebido: {1}'],
  unknown_key: ['Unrecognized key(s) in object', 'Chave(s) não reconhecida(s) no objeto'],
  number_min: ['Number must be greater than or equal to {0}', 'O número deve ser maior ou igual a {0}'],
  number_max: ['Number must be less than or equal to {0}', 'O número deve ser menor ou igual a {0}'],
  string_min: [
    'String must contain at least {0} character(s)',
    'O texto deve conter pelo menos {0} caractere(s)',
  ],
  string_max: [
    'String must contain at most {0} character(s)',
    'O texto deve conter no máximo {0} caractere(s)',
  ],
  array_min: ['Array must contain at least {0} element(s)', 'A lista deve conter pelo menos {0} elemento(s)'],
  array_max: ['Array must contain at most {0} element(s)', 'A lista deve conter no máximo {0} elemento(s)'],
  whole: ['Expected a whole number from {0} to {1}', 'Esperado um número inteiro de {0} a {1}'],
  one_of: ['Expected one of {0}', 'Esperado um destes: {0}'],
  not_both: ['Expected {0} or {1}, received both', 'Esperado {0} ou {1}, recebidos os dois'],
  either: ['Expected {0} or {1}', 'Esperado {0} ou {1}'],
  date_min: ['Expected {0} or a later date', 'Esperada a data {0} ou uma posterior'],
  days_max: ['Expected at most {0} days', 'Esperados no máximo {0} dias'],
  datetime: ['Invalid datetime', 'Data e hora inválidas'],
  date: ['Expected a date such as 2026-11-24', 'Esperada uma data, como 2026-11-24'],
  past: ['Expected today or a later day', 'Esperado hoje ou um dia depois'],
  length: ['Expected {0} to {1} characters', 'Esperados de {0} a {1} caracteres'],
  one_line: ['Expected one line', 'Esperada uma só linha'],
  placeholder: ['{0} is none of {name}, {store} and {product}', '{0} não é {name}, {store} nem {product}'],
  language_tag: [
    'Expected a language tag such as pt-BR or en',
    'Esperado um código de idioma, como pt-BR ou en',
  ],
  time_zone: [
    'Expected a time zone such as America/Sao_Paulo',
    'Esperado um fuso horário, como America/Sao_Paulo',
  ],
  country: [
    'Expected two capital letters of a country such as BR',
    'Esperadas as duas letras maiúsculas de um país, como BR',
  ],
  time_of_day: ['Expected a time from 00:00 to 23:59', 'Esperado um horário de 00:00 a 23:59'],
  origin: [
    '{0} is not the beginning of an address such as https://shop.example',
    '{0} não é o início de um endereço, como https://shop.example',
  ],
  reminders: [
    'Expected at most two numbers of days from 1 to 60, the smaller first',
    'Esperados no máximo dois números de dias de 1 a 60, o menor primeiro',
  ],
  color: ['Expected a color such as #1f6f54', 'Esperada uma cor, como #1f6f54'],
  web_address: [
    'Expected an address that begins with https:// or http://',
    'Esperado um endereço que comece com https:// ou http://',
  ],
  page_of_store: [
    'This is no page of the store, which is at {0}: enter one of its own, or add its address in the settings',
    'Esta não é uma página da loja, que fica em {0}: informe uma dela, ou inclua o endereço nas configurações',
  ],
  email: ['Expected one e-mail address', 'Esperado um endereço de e-mail'],
  json: ['Invalid JSON', 'JSON inválido'],
  duplicate_key: ['Duplicate key', 'Chave duplicada'],
  character: ['Invalid character', 'Caractere inválido'],
  depth: ['Nested too deeply', 'Aninhado profundamente demais'],
  content_type: ['Expected application/json', 'Tipo esperado: application/json'],
  format: ['Invalid format', 'Formato inválido'],
  refused: ['Not accepted: {0}', 'Não aceito: {0}'],
  more: ['{0} more problem(s)', 'Mais {0} problema(s)'],
} as const satisfies Record<string, readonly [en: string, pt: string]>

// Enough for any honest mistake; a hostile body could ask for a hundred thousand lines.
const mostTold = 1_000

/** All problems as `<field>: <problem>`, joined by `; `, in both languages. */
export function describeProblems(problems: FieldProblem[]): { en_us: string; pt_br: string } {
  const told = problems.slice(0, mostTold)
  const left = problems.length - told.length
  if (left > 0) told.push({ path: 'body', problem: 'more', values: [left] })
  return { en_us: told.map(one => line(one, 0)).join('; '), pt_br: told.map(one => line(one, 1)).join('; ') }
}

const typesInPortuguese: Record<string, string> = {
  string: 'texto',
  number: 'número',
  boolean: 'booleano',
  object: 'objeto',
  array: 'lista',
  null: 'nulo',
}

function line({ path, problem, values = [] }: FieldProblem, language: 0 | 1): string {
  const words = values.map(value => (language === 1 && typesInPortuguese[value]) || String(value))
  return `${shorten(path)}: ${texts[problem][language].replace(/\{(\d)\}/g, (_, index) => words[index] ?? '')}`
}

const longestPath = 300 // characters: a key that nobody knows may be as long as a body

function shorten(path: string): string {
  return (path.length > longestPath ? `${path.slice(0, longestPath)}…` : path).toWellFormed()
}
