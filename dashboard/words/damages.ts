import type { Damage } from '../../server/archives/damages.ts'
import type { Language, Texts } from './words.tsx'

type Tell = (what: string, number: string, more: string, last: string) => string

const en: Record<Damage, Tell> = {
  zip: why => `its ZIP cannot be read (${why})`,
  twice: file => `it has ${file} twice`,
  encrypted: file => `${file} is encrypted`,
  bomb: bytes => `it unpacks to ${bytes} bytes, far more than an export does`,
  manifest_size: () => 'manifest.json is too large',
  manifest_field: field => `${field} in manifest.json is wrong`,
  unnamed: file => `${file} is not named in manifest.json`,
  missing: file => `${file} is missing`,
  size: file => `${file} has not the size that manifest.json says`,
  sum: file => `${file} is not what was exported`,
  table: name => `no table is named ${name}`,
  picture_name: name => `no picture is named ${name}`,
  picture_size: name => `the picture ${name} is too large`,
  picture: name => `${name} is no picture`,
  line: file => `${file} has a line of more than 8 MiB`,
  half_line: file => `${file} does not end with a whole line`,
  rows: (file, rows, said) => `${file} has ${rows} rows, and manifest.json says ${said}`,
  stores: (file, rows) => `${file} has ${rows} rows instead of one`,
  column: file => `${file} has a column that is not known`,
  json: (file, row) => `row ${row} of ${file} is no JSON`,
  row: (file, row) => `row ${row} of ${file} is no row`,
  field_missing: (file, row, field) => `${field} is missing in row ${row} of ${file}`,
  field: (file, row, field, type) => `${field} in row ${row} of ${file} is no ${type}`,
  refused: (file, code) => `${file} has a row that the table does not take (${code})`,
  counts: product => `the counts of the product ${product} differ from what was written`,
}

const ptBR: Record<Damage, Tell> = {
  zip: why => `o ZIP não pode ser lido (${why})`,
  twice: file => `${file} está nele duas vezes`,
  encrypted: file => `${file} está criptografado`,
  bomb: bytes => `descompactado, ele tem ${bytes} bytes, muito mais que uma exportação`,
  manifest_size: () => 'manifest.json é grande demais',
  manifest_field: field => `${field} em manifest.json está errado`,
  unnamed: file => `${file} não consta em manifest.json`,
  missing: file => `falta ${file}`,
  size: file => `${file} não tem o tamanho que manifest.json diz`,
  sum: file => `${file} não é o que foi exportado`,
  table: name => `nenhuma tabela se chama ${name}`,
  picture_name: name => `nenhuma foto se chama ${name}`,
  picture_size: name => `a foto ${name} é grande demais`,
  picture: name => `${name} não é uma foto`,
  line: file => `${file} tem uma linha de mais de 8 MiB`,
  half_line: file => `${file} não termina em uma linha inteira`,
  rows: (file, rows, said) => `${file} tem ${rows} linhas, e manifest.json diz ${said}`,
  stores: (file, rows) => `${file} tem ${rows} linhas em vez de uma`,
  column: file => `${file} tem uma coluna desconhecida`,
  json: (file, row) => `a linha ${row} de ${file} não é JSON`,
  row: (file, row) => `a linha ${row} de ${file} não é um registro`,
  field_missing: (file, row, field) => `falta ${field} na linha ${row} de ${file}`,
  field: (file, row, field, type) => `${field} na linha ${row} de ${file} não é do tipo ${type}`,
  refused: (file, code) => `${file} tem uma linha que a tabela não aceita (${code})`,
  counts: product => `as contagens do produto ${product} diferem do que foi escrito`,
}

const es: Record<Damage, Tell> = {
  zip: why => `el ZIP no se puede leer (${why})`,
  twice: file => `${file} está en él dos veces`,
  encrypted: file => `${file} está cifrado`,
  bomb: bytes => `descomprimido ocupa ${bytes} bytes, mucho más que una exportación`,
  manifest_size: () => 'manifest.json es demasiado grande',
  manifest_field: field => `${field} en manifest.json está mal`,
  unnamed: file => `${file} no figura en manifest.json`,
  missing: file => `falta ${file}`,
  size: file => `${file} no tiene el tamaño que dice manifest.json`,
  sum: file => `${file} no es lo que se exportó`,
  table: name => `ninguna tabla se llama ${name}`,
  picture_name: name => `ninguna foto se llama ${name}`,
  picture_size: name => `la foto ${name} es demasiado grande`,
  picture: name => `${name} no es una foto`,
  line: file => `${file} tiene una línea de más de 8 MiB`,
  half_line: file => `${file} no termina con una línea entera`,
  rows: (file, rows, said) => `${file} tiene ${rows} filas, y manifest.json dice ${said}`,
  stores: (file, rows) => `${file} tiene ${rows} filas en lugar de una`,
  column: file => `${file} tiene una columna desconocida`,
  json: (file, row) => `la fila ${row} de ${file} no es JSON`,
  row: (file, row) => `la fila ${row} de ${file} no es un registro`,
  field_missing: (file, row, field) => `falta ${field} en la fila ${row} de ${file}`,
  field: (file, row, field, type) => `${field} en la fila ${row} de ${file} no es del tipo ${type}`,
  refused: (file, code) => `${file} tiene una fila que la tabla no acepta (${code})`,
  counts: product => `los recuentos del producto ${product} difieren de lo que se escribió`,
}

const all: Texts<Record<Damage, Tell>> = { en, 'pt-BR': ptBR, es }

const around: Record<Language, (damage: string) => string> = {
  en: damage => `The archive is damaged: ${damage}. Nothing of it was imported. Export the store again.`,
  'pt-BR': damage => `O arquivo está danificado: ${damage}. Nada dele foi importado. Exporte a loja de novo.`,
  es: damage => `El archivo está dañado: ${damage}. No se importó nada. Exporta la tienda de nuevo.`,
}

/** What is wrong with an archive, in the reader's language. */
export function tellDamage({ name, values }: { name: Damage; values: string[] }, language: Language): string {
  const [what = '', number = '', more = '', last = ''] = values
  return around[language](all[language][name](what, number, more, last))
}
