import { describe, expect, test } from 'vitest'
import { type Damage, damageNames, describeFault, type FileFault, presentProblem } from './file-errors.ts'

type Name = FileFault['name']

// The whole message as a shop owner reads it in the dashboard. `satisfies`: a new error does not compile without one.
const messages = {
  empty: [
    [],
    'O arquivo está vazio. Escolha um CSV com os nomes das colunas na primeira linha.',
    'El archivo está vacío. Elige un CSV con los nombres de las columnas en la primera fila.',
  ],
  utf16: [
    [],
    'O arquivo está em UTF-16. Salve-o como “CSV UTF-8” e importe de novo.',
    'El archivo está en UTF-16. Guárdalo como “CSV UTF-8” e impórtalo de nuevo.',
  ],
  header_encoding: [
    [],
    'Os nomes das colunas não estão em UTF-8. Salve o arquivo como “CSV UTF-8” e importe de novo.',
    'Los nombres de las columnas no están en UTF-8. Guarda el archivo como “CSV UTF-8” e impórtalo de nuevo.',
  ],
  columns_many: [
    [6000, 5000],
    'O arquivo tem 6000 colunas, e no máximo 5000 são lidas. Remova as colunas que não são das avaliações, perguntas ou pedidos e importe de novo.',
    'El archivo tiene 6000 columnas, y se leen 5000 como máximo. Quita las columnas que no son de las opiniones, preguntas o pedidos, e impórtalo de nuevo.',
  ],
  row_unreadable: [
    [7],
    'O arquivo não pode ser lido a partir da linha 7: há aspas sem fechar, ou a linha passa de 1 MiB. Corrija a linha e importe o arquivo de novo. As linhas já importadas são ignoradas.',
    'El archivo no se puede leer desde la fila 7: hay una comilla sin cerrar, o la fila pasa de 1 MiB. Corrige la fila e importa el archivo de nuevo. Las filas ya importadas se omiten.',
  ],
  quotes_mixed: [
    [2, 9],
    'O arquivo escreve aspas dentro dos textos de duas formas: a linha 2 do arquivo tem \\", e a linha 9, outra. Nada foi importado. Exporte o arquivo de novo como CSV comum, com as aspas dentro dos textos duplicadas (""), ou escolha uma das duas formas de lê-lo.',
    'El archivo escribe las comillas dentro de los textos de dos formas: la línea 2 tiene \\", y la línea 9, otra. No se importó nada. Exporta el archivo de nuevo como CSV común, con las comillas dentro de los textos duplicadas (""), o elige una de las dos formas de leerlo.',
  ],
  dates_contradict: [
    ['31/12/2024', 2, '12/31/2024', 5],
    'As datas se contradizem: 31/12/2024, na linha 2, começa pelo dia, e 12/31/2024, na linha 5, pelo mês. Nada foi importado. Escolha o formato das datas: as linhas com o outro formato serão recusadas.',
    'Las fechas se contradicen: 31/12/2024, en la fila 2, empieza por el día, y 12/31/2024, en la fila 5, por el mes. No se importó nada. Elige el formato de las fechas: las filas con el otro formato se rechazarán.',
  ],
  dates_ambiguous: [
    ['05/03/2024', 1],
    'Datas como 05/03/2024, na linha 1, podem ser dias diferentes, e nenhuma data do arquivo mostra qual parte vem primeiro. Nada foi importado. Escolha o formato das datas.',
    'Fechas como 05/03/2024, en la fila 1, pueden ser días distintos, y ninguna fecha del archivo muestra qué parte va primero. No se importó nada. Elige el formato de las fechas.',
  ],
  scale_unknown: [
    ['10', 3],
    'As notas do arquivo vão até 10, na linha 3: não são estrelas de 1 a 5. Nada foi importado. Escolha a escala das notas: 5, 10 ou 100.',
    'Las calificaciones del archivo llegan hasta 10, en la fila 3: no son estrellas del 1 al 5. No se importó nada. Elige la escala de las calificaciones: 5, 10 o 100.',
  ],
  column_needed: [
    [['product_id', 'product_sku'], 'Nota, Texto', 'product_id'],
    'O arquivo não tem coluna para product_id ou product_sku. As colunas dele são: Nota, Texto. Escolha uma coluna para product_id.',
    'El archivo no tiene una columna para product_id o product_sku. Sus columnas son: Nota, Texto. Elige una columna para product_id.',
  ],
  field_unknown: [
    ['stars', 'rating, body'],
    'Não existe o campo stars. Os campos são: rating, body.',
    'No existe el campo stars. Los campos son: rating, body.',
  ],
  column_missing: [
    ['rating', 'Nota', 'Texto, Título'],
    'O arquivo não tem a coluna Nota, escolhida para rating. As colunas dele são: Texto, Título.',
    'El archivo no tiene la columna Nota, elegida para rating. Sus columnas son: Texto, Título.',
  ],
  columns_same: [
    [2, 'Nota'],
    'O arquivo tem 2 colunas com o nome "Nota". Dê a cada coluna um nome diferente.',
    'El archivo tiene 2 columnas con el nombre "Nota". Dale a cada columna un nombre distinto.',
  ],
  states_unknown: [
    ['Situação', ['na fila', 'talvez']],
    'A coluna "Situação" parece dizer se a avaliação é pública, mas não entendemos a palavra na fila ou talvez. Diga o que cada palavra significa: publicada, pendente, recusada ou não importar. Nada foi importado.',
    'La columna "Situação" parece decir si la opinión es pública, pero no entendemos la palabra na fila o talvez. Indica qué significa cada palabra: publicada, pendiente, rechazada o no importar. No se importó nada.',
  ],
  states_many: [
    ['Status'],
    'A coluna "Status" parece dizer se a avaliação é pública, mas tem mais de 40 palavras diferentes. Diga que ela trata de outra coisa, ou reduza-a a poucas palavras. Nada foi importado.',
    'La columna "Status" parece decir si la opinión es pública, pero tiene más de 40 palabras distintas. Indica que trata de otra cosa, o redúcela a pocas palabras. No se importó nada.',
  ],
  part_lost: [
    [3],
    'A parte 3 do arquivo está faltando ou ilegível. Envie o arquivo de novo.',
    'La parte 3 del archivo falta o no se puede leer. Sube el archivo de nuevo.',
  ],
  not_archive: [
    [],
    'O arquivo não é a exportação de uma loja. Use o ZIP exportado pelo Realword, sem alterações.',
    'El archivo no es la exportación de una tienda. Usa el ZIP exportado por Realword, sin cambios.',
  ],
  archive_newer: [
    [],
    'A exportação é de uma versão mais nova do Realword. Atualize este Realword e importe de novo.',
    'La exportación es de una versión más nueva de Realword. Actualiza este Realword e impórtala de nuevo.',
  ],
  archive_damaged: [
    ['x'],
    'O arquivo está danificado: x. Nada dele foi importado. Exporte a loja de novo.',
    'El archivo está dañado: x. No se importó nada. Exporta la tienda de nuevo.',
  ],
  archive_over_limit: [
    [120, 100],
    'A importação enviaria e-mails de 120 pedidos, e o plano desta loja permite 100 por mês. Peça ao operador que aumente o limite durante a importação.',
    'La importación enviaría correos de 120 pedidos, y el plan de esta tienda permite 100 al mes. Pide al operador que aumente el límite durante la importación.',
  ],
  import_over_limit: [
    [5000],
    'O arquivo tem mais avaliações do que o plano desta loja permite por importação: 5000. Nada foi importado. Divida o arquivo ou peça ao operador que aumente o limite.',
    'El archivo tiene más opiniones de las que el plan de esta tienda permite por importación: 5000. No se importó nada. Divide el archivo o pide al operador que aumente el límite.',
  ],
  store_not_empty: [
    ['review requests'],
    'Esta loja não está vazia. Crie outra loja e importe o arquivo nela.',
    'Esta tienda no está vacía. Crea otra tienda e importa el archivo en ella.',
  ],
  person_erased: [
    [],
    'Os dados de uma pessoa foram apagados durante a importação, por isso nada foi importado. Apague os dados dessa pessoa na outra loja, exporte-a de novo e importe o novo arquivo.',
    'Se borraron los datos de una persona durante la importación, así que no se importó nada. Borra los datos de esa persona en la otra tienda, expórtala de nuevo e importa el archivo nuevo.',
  ],
  exports_full: [
    [],
    'As exportações desta loja ocupam todo o espaço permitido. Exclua as exportações de que não precisa mais e exporte de novo.',
    'Las exportaciones de esta tienda ocupan todo el espacio permitido. Elimina las exportaciones que ya no necesites y exporta de nuevo.',
  ],
  storage_limit: [
    [],
    'O plano desta loja não tem espaço para estes arquivos. Exclua exportações e arquivos enviados de que não precisa mais ou peça ao operador que aumente o limite.',
    'El plan de esta tienda no tiene espacio para estos archivos. Elimina exportaciones y archivos subidos que ya no necesites o pide al operador que aumente el límite.',
  ],
  database_lost: [
    ['ECONNRESET'],
    'A conexão com o banco de dados foi perdida: ECONNRESET. Importe o arquivo de novo. As linhas já importadas são ignoradas.',
    'Se perdió la conexión con la base de datos: ECONNRESET. Importa el archivo de nuevo. Las filas ya importadas se omiten.',
  ],
  attempts_failed: [
    [],
    'A operação falhou cinco vezes em uma hora. Peça ao operador que verifique o log e tente de novo.',
    'La operación falló cinco veces en una hora. Pide al operador que revise el registro e inténtalo de nuevo.',
  ],
  rows_many: [
    [5],
    'O arquivo tem mais de 5 linhas. Nada foi importado. Divida o arquivo e deixe juntas as linhas de cada pedido.',
    'El archivo tiene más de 5 filas. No se importó nada. Divide el archivo y deja juntas las filas de cada pedido.',
  ],
  order_states_unknown: [
    [['Status'], ['em casa', 'zumbi']],
    'A coluna Status tem status cujo significado para um pedido não é certo: em casa ou zumbi. Diga o que cada um deles significa para um pedido.',
    'La columna Status tiene estados cuyo significado para un pedido no es seguro: em casa o zumbi. Indica qué significa cada uno para un pedido.',
  ],
  order_states_many: [
    ['Status'],
    'A coluna Status foi escolhida para um status e tem valores diferentes demais para isso. Escolha outra coluna, ou nenhuma.',
    'La columna Status se eligió para un estado y tiene demasiados valores distintos para serlo. Elige otra columna, o ninguna.',
  ],
  file_changed: [
    [],
    'O arquivo foi alterado durante a leitura. Importe-o de novo. Os pedidos já importados são ignorados.',
    'El archivo cambió durante la lectura. Impórtalo de nuevo. Los pedidos ya importados se omiten.',
  ],
  storage_full: [
    [],
    'O armazenamento de arquivos está cheio. Libere espaço e tente de novo.',
    'El almacenamiento de archivos está lleno. Libera espacio e inténtalo de nuevo.',
  ],
  storage_failed: [
    [],
    'O armazenamento de arquivos falhou cinco vezes em uma hora. Peça ao operador que verifique o log e tente de novo.',
    'El almacenamiento de archivos falló cinco veces en una hora. Pide al operador que revise el registro e inténtalo de nuevo.',
  ],
  malware: [
    ['a.csv'],
    'O antivírus encontrou algo nocivo em a.csv. Nada foi importado. Verifique o arquivo no seu computador e importe um arquivo limpo.',
    'El antivirus encontró algo dañino en a.csv. No se importó nada. Revisa el archivo en tu computadora e importa uno limpio.',
  ],
  scan_large: [
    ['a.csv'],
    'a.csv excede os limites do antivírus deste serviço. Nada foi importado. Importe arquivos menores ou peça ao operador que aumente os limites do antivírus.',
    'a.csv supera los límites del antivirus de este servicio. No se importó nada. Importa archivos más pequeños o pide al operador que suba los límites del antivirus.',
  ],
  scan_failed: [
    [],
    'O antivírus falhou cinco vezes em uma hora. Peça ao operador que verifique o log e tente de novo.',
    'El antivirus falló cinco veces en una hora. Pide al operador que revise el registro e inténtalo de nuevo.',
  ],
} satisfies Record<Name, [values: FileFault['values'], pt: string, es: string]>

describe('a file error is worded in Portuguese and Spanish', () => {
  test.each(Object.entries(messages))('%s', (name, [values, pt_br, es_mx]) => {
    const { user_message, what, mend } = presentProblem(describeFault({ name: name as Name, values }))
    expect(user_message).toMatchObject({ en_us: `${what} ${mend}`, pt_br, es_mx })
    expect(Object.values(user_message ?? {}).filter(text => text.length > 20)).toHaveLength(6)
  })
})

const file = 'tables/orders.ndjson'
const damages = {
  zip: [['EOF'], 'o ZIP não pode ser lido (EOF)', 'el ZIP no se puede leer (EOF)'],
  twice: [['a'], 'ele contém a duas vezes', 'contiene a dos veces'],
  encrypted: [['a'], 'a está criptografado', 'a está cifrado'],
  bomb: [
    [9],
    'descompactado, ele tem 9 bytes, muito mais que uma exportação',
    'descomprimido ocupa 9 bytes, mucho más que una exportación',
  ],
  entries: [
    [9],
    'ele contém 9 arquivos, mais que qualquer exportação',
    'contiene 9 archivos, más que cualquier exportación',
  ],
  manifest_size: [[], 'manifest.json é grande demais', 'manifest.json es demasiado grande'],
  manifest_field: [['store'], 'store em manifest.json é inválido', 'store en manifest.json no es válido'],
  unnamed: [['a'], 'a não consta em manifest.json', 'a no figura en manifest.json'],
  missing: [['a'], 'falta a', 'falta a'],
  size: [
    ['a'],
    'a tem tamanho diferente do indicado em manifest.json',
    'a tiene un tamaño distinto del indicado en manifest.json',
  ],
  sum: [['a'], 'a foi alterado depois da exportação', 'a cambió después de la exportación'],
  table: [['t'], 'não existe a tabela t', 'no existe la tabla t'],
  picture_name: [['p'], 'não existe a foto p', 'no existe la foto p'],
  picture_size: [['p'], 'a foto p é grande demais', 'la foto p es demasiado grande'],
  picture: [['p'], 'p não é uma foto', 'p no es una foto'],
  line: [['a'], 'a tem uma linha de mais de 8 MiB', 'a tiene una línea de más de 8 MiB'],
  half_line: [['a'], 'a termina com uma linha incompleta', 'a termina con una línea incompleta'],
  rows: [['a', 2, 3], 'a tem 2 linhas, e manifest.json diz 3', 'a tiene 2 filas, y manifest.json dice 3'],
  stores: [['a', 2], 'a tem 2 linhas em vez de uma', 'a tiene 2 filas en lugar de una'],
  column: [['a'], 'a tem uma coluna desconhecida', 'a tiene una columna desconocida'],
  json: [[file, 4], `a linha 4 de ${file} não é JSON válido`, `la fila 4 de ${file} no es JSON válido`],
  row: [[file, 4], `a linha 4 de ${file} não é um registro`, `la fila 4 de ${file} no es un registro`],
  field_missing: [[file, 4, 'id'], `falta id na linha 4 de ${file}`, `falta id en la fila 4 de ${file}`],
  field: [
    [file, 4, 'id', 'uuid'],
    `id na linha 4 de ${file} não é do tipo uuid`,
    `id en la fila 4 de ${file} no es del tipo uuid`,
  ],
  refused: [
    ['a', '23505'],
    'a tem uma linha que a tabela não aceita (23505)',
    'a tiene una fila que la tabla no acepta (23505)',
  ],
  setting: [
    ['color'],
    'a configuração color da loja é inválida',
    'la configuración color de la tienda no es válida',
  ],
  counts: [
    ['P-1'],
    'as contagens do produto P-1 não conferem',
    'los recuentos del producto P-1 no coinciden',
  ],
} satisfies Record<Damage, [values: (string | number)[], pt: string, es: string]>

describe('the damage of an archive is worded in Portuguese and Spanish', () => {
  test.each(Object.entries(damages))('%s', (damage, [values, pt, es]) => {
    const fault = { name: 'archive_damaged', values, damage: damage as Damage } as const
    expect(presentProblem(describeFault(fault)).user_message).toMatchObject({
      pt_br: `O arquivo está danificado: ${pt}. Nada dele foi importado. Exporte a loja de novo.`,
      es_mx: `El archivo está dañado: ${es}. No se importó nada. Exporta la tienda de nuevo.`,
    })
  })

  test('whose name is unknown keeps its English text', () => {
    const stored = { what: 'It broke.', mend: 'Mend it.', damage: { name: 'color' } }
    expect(presentProblem(stored)).toEqual({ what: 'It broke.', mend: 'Mend it.' })
    expect(damageNames()).not.toContain('color')
  })
})

test('a value of a file is stored up to 1,000 characters: a header may be as long as a row', () => {
  const fault: FileFault = { name: 'field_unknown', values: ['x'.repeat(1_001), ['y'.repeat(1_000)]] }
  const { what, values } = describeFault(fault)
  expect(values).toEqual([`${'x'.repeat(1_000)}…`, ['y'.repeat(1_000)]])
  expect(what).toContain(`${'x'.repeat(1_000)}…`)
})
