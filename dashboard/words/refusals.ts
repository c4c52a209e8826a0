import type { Language } from './words.tsx'

// What the service says of a row or file that it refuses, in English as its commands do; here in the reader's
// language, and without the names of flags. A sentence that is not here is shown as it came.
const sentences: [RegExp, Record<Language, string>][] = [
  [
    /^The text holds a NUL character/,
    {
      en: 'The text holds a NUL character. Remove it.',
      'pt-BR': 'O texto contém um caractere NUL. Remova-o.',
      es: 'El texto contiene un carácter NUL. Quítalo.',
    },
  ],
  [
    /^The text has (\d+) characters, and at most (\d+)/,
    {
      en: 'The text has $1 characters, and at most $2 are taken. Shorten it.',
      'pt-BR': 'O texto tem $1 caracteres, e o máximo é $2. Encurte-o.',
      es: 'El texto tiene $1 caracteres, y el máximo es $2. Acórtalo.',
    },
  ],
  [
    /^There is no rating/,
    {
      en: 'There is no rating. Give a whole number from 1 to 5.',
      'pt-BR': 'Não há nota. Informe um número inteiro de 1 a 5.',
      es: 'No hay nota. Pon un número entero del 1 al 5.',
    },
  ],
  [
    /^(".*") is no whole number from 1 to 5/s,
    {
      en: '$1 is no whole number from 1 to 5. Correct it.',
      'pt-BR': '$1 não é um número inteiro de 1 a 5. Corrija.',
      es: '$1 no es un número entero del 1 al 5. Corrígelo.',
    },
  ],
  [
    /^(".*") is neither yes nor no/s,
    {
      en: '$1 is neither yes nor no. Write yes, no, 1 or 0.',
      'pt-BR': '$1 não é nem sim nem não. Escreva sim, não, 1 ou 0.',
      es: '$1 no es ni sí ni no. Escribe yes, no, 1 o 0.',
    },
  ],
  [
    /^(".*") is no date we can read/s,
    {
      en: '$1 is no date we can read. Write it as 2025-03-02 10:12:00.',
      'pt-BR': '$1 não é uma data que possamos ler. Escreva como 2025-03-02 10:12:00.',
      es: '$1 no es una fecha que podamos leer. Escríbela como 2025-03-02 10:12:00.',
    },
  ],
  [
    /^(".*") could be two days/s,
    {
      en: '$1 could be two days. Go back to the columns and say how dates are written.',
      'pt-BR': '$1 pode ser dois dias. Volte às colunas e diga como as datas são escritas.',
      es: '$1 puede ser dos días. Vuelve a las columnas y di cómo están escritas las fechas.',
    },
  ],
  [
    /^(".*") is no day and time of the calendar/s,
    {
      en: '$1 is no day of the calendar. Correct it, or say in the columns how dates are written.',
      'pt-BR': '$1 não é um dia do calendário. Corrija, ou diga nas colunas como as datas são escritas.',
      es: '$1 no es un día del calendario. Corrígelo, o di en las columnas cómo están escritas las fechas.',
    },
  ],
  [
    /^(".*") lies before 1970/s,
    {
      en: '$1 lies before 1970. Correct the date.',
      'pt-BR': '$1 é anterior a 1970. Corrija a data.',
      es: '$1 es anterior a 1970. Corrige la fecha.',
    },
  ],
  [
    /^(".*") lies in the future/s,
    {
      en: '$1 lies in the future. Correct the date.',
      'pt-BR': '$1 está no futuro. Corrija a data.',
      es: '$1 está en el futuro. Corrige la fecha.',
    },
  ],
  [
    /^(".*") is no state we know. Write one of (.*)\.$/s,
    {
      en: '$1 is no state we know. Write one of $2.',
      'pt-BR': '$1 não é uma situação conhecida. Escreva uma destas: $2.',
      es: '$1 no es un estado conocido. Escribe uno de estos: $2.',
    },
  ],
  [
    /^There are (\d+) pictures/,
    {
      en: 'There are $1 pictures, and at most 50 are taken. Leave some out.',
      'pt-BR': 'Há $1 fotos, e o máximo é 50. Deixe algumas de fora.',
      es: 'Hay $1 fotos, y el máximo es 50. Deja algunas fuera.',
    },
  ],
  [
    /^The address of a picture has more/,
    {
      en: 'The address of a picture has more than 2048 characters. Shorten it.',
      'pt-BR': 'O endereço de uma foto tem mais de 2048 caracteres. Encurte-o.',
      es: 'La dirección de una foto tiene más de 2048 caracteres. Acórtala.',
    },
  ],
  [
    /^The row names no product/,
    {
      en: 'The row names no product, and reviews of the store itself are not yet supported. Give its product id or SKU.',
      'pt-BR':
        'A linha não indica produto, e avaliações da própria loja ainda não são aceitas. Informe o id ou o SKU do produto.',
      es: 'La fila no indica ningún producto, y las opiniones de la propia tienda aún no se admiten. Pon el id o el SKU del producto.',
    },
  ],
  [
    /^The row has (\d+) cells and the header (\d+)/,
    {
      en: 'The row has $1 cells and the header $2. Put texts with line breaks or separators into quotes.',
      'pt-BR':
        'A linha tem $1 células e o cabeçalho $2. Ponha entre aspas textos com quebras de linha ou separadores.',
      es: 'La fila tiene $1 celdas y el encabezado $2. Pon entre comillas los textos con saltos de línea o separadores.',
    },
  ],
  [
    /^The text is not UTF-8/,
    {
      en: 'The text is not UTF-8. Save the file as “CSV UTF-8” and import it again.',
      'pt-BR': 'O texto não é UTF-8. Salve o arquivo como “CSV UTF-8” e importe de novo.',
      es: 'El texto no es UTF-8. Guarda el archivo como «CSV UTF-8» e impórtalo de nuevo.',
    },
  ],
  [
    /^There is no question/,
    {
      en: 'There is no question. Give its text.',
      'pt-BR': 'Não há pergunta. Informe o texto.',
      es: 'No hay pregunta. Pon el texto.',
    },
  ],
  [
    /^The file is empty/,
    {
      en: 'The file is empty. It takes a CSV file with the names of its columns on top.',
      'pt-BR': 'O arquivo está vazio. É preciso um CSV com os nomes das colunas na primeira linha.',
      es: 'El archivo está vacío. Hace falta un CSV con los nombres de las columnas en la primera fila.',
    },
  ],
  [
    /^The (file is UTF-16|names of the columns are not UTF-8)/,
    {
      en: 'The file is not UTF-8. Save it as “CSV UTF-8” and import it again.',
      'pt-BR': 'O arquivo não é UTF-8. Salve-o como “CSV UTF-8” e importe de novo.',
      es: 'El archivo no es UTF-8. Guárdalo como «CSV UTF-8» e impórtalo de nuevo.',
    },
  ],
  [
    /^The file cannot be read from row (\d+) on/,
    {
      en: 'The file cannot be read from row $1 on: a quote is opened there that is never closed, or the row is longer than 1 MiB. Mend that row and import the file again.',
      'pt-BR':
        'O arquivo não pode ser lido a partir da linha $1: ali uma aspa é aberta e nunca fechada, ou a linha passa de 1 MiB. Corrija essa linha e importe de novo.',
      es: 'El archivo no se puede leer desde la fila $1: ahí se abre una comilla que nunca se cierra, o la fila pasa de 1 MiB. Corrige esa fila e impórtalo de nuevo.',
    },
  ],
  [
    /^The store is not empty/,
    {
      en: 'This store is not empty. Make another store and import the archive there.',
      'pt-BR': 'Esta loja não está vazia. Crie outra loja e importe o arquivo nela.',
      es: 'Esta tienda no está vacía. Crea otra tienda e importa el archivo en ella.',
    },
  ],
  [
    /^The file is no archive of a store/,
    {
      en: 'The file is no archive of a store. Take the ZIP file that Realword exported, as it is.',
      'pt-BR': 'O arquivo não é a exportação de uma loja. Use o ZIP que o Realword exportou, como está.',
      es: 'El archivo no es la exportación de una tienda. Usa el ZIP que exportó Realword, tal como está.',
    },
  ],
  [
    /^The archive was made by a newer Realword/,
    {
      en: 'The archive was made by a newer Realword than this one. Update this one first.',
      'pt-BR': 'A exportação foi feita por um Realword mais novo que este. Atualize este antes.',
      es: 'La exportación la hizo un Realword más nuevo que este. Actualiza este primero.',
    },
  ],
  [
    /^Part (\d+) of the file is gone/,
    {
      en: 'A part of the file is gone or cannot be read. Upload the file again.',
      'pt-BR': 'Uma parte do arquivo sumiu ou não pode ser lida. Envie o arquivo de novo.',
      es: 'Una parte del archivo ya no está o no se puede leer. Sube el archivo de nuevo.',
    },
  ],
  [
    /^It went wrong five times/,
    {
      en: 'It went wrong five times within an hour. Whoever runs this Realword finds the reason in its log. Then try again.',
      'pt-BR':
        'Deu errado cinco vezes em uma hora. Quem mantém este Realword encontra o motivo no log. Depois, tente de novo.',
      es: 'Salió mal cinco veces en una hora. Quien mantiene este Realword encuentra el motivo en su registro. Después, inténtalo de nuevo.',
    },
  ],
  [
    /^There is no room where files are kept/,
    {
      en: 'There is no room where files are kept. Make room there, then try again.',
      'pt-BR': 'Não há espaço onde os arquivos são guardados. Libere espaço e tente de novo.',
      es: 'No hay espacio donde se guardan los archivos. Libera espacio e inténtalo de nuevo.',
    },
  ],
  [
    /^Files could not be read or written where they are kept/,
    {
      en: 'Files could not be read or written where they are kept, five times within an hour. Whoever runs this Realword finds the reason in its log. Then try again.',
      'pt-BR':
        'Cinco vezes em uma hora, não foi possível ler ou gravar onde os arquivos são guardados. Quem mantém este Realword encontra o motivo no log. Depois, tente de novo.',
      es: 'Cinco veces en una hora no se pudo leer o escribir donde se guardan los archivos. Quien mantiene este Realword encuentra el motivo en su registro. Después, inténtalo de nuevo.',
    },
  ],
]

/** Why something was refused, in the reader's language; `otherwise` for what nobody has translated. */
export function tellRefusal(reason: string, language: Language, otherwise = reason): string {
  for (const [pattern, words] of sentences) {
    const found = pattern.exec(reason)
    if (found) return words[language].replace(/\$(\d)/g, (_, place) => found[Number(place)] ?? '')
  }
  return otherwise
}
