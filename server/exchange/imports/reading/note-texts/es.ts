import type { NoteTexts } from './en.ts'

export const es = {
  dayFirstProven: 'Las fechas se leen con el día primero, como prueba la fila {row}: {value}.',
  monthFirstProven: 'Las fechas se leen con el mes primero, como prueba la fila {row}: {value}.',
  dayFirstFormat: 'Las fechas se leen con el día primero, como las escribe {system}.',
  monthFirstFormat: 'Las fechas se leen con el mes primero, como las escribe {system}.',
  dayFirstStore:
    'Las fechas como {value} se leen con el día primero, como es habitual en el país de la tienda.',
  monthFirstStore:
    'Las fechas como {value} se leen con el mes primero, como es habitual en el país de la tienda.',
  ordersByColumn: 'Los pedidos se identifican por “{column}”, no por {others}.',
  productsBySku: 'Los productos se identifican por “{column}”: el archivo no tiene otro ID de ellos.',
  someProductsByName: '{count} filas no tienen “{column}”: sus productos se identifican por “{name}”.',
  productsByName: 'Los productos se identifican por “{column}”: el archivo no tiene su ID.',
  productsByNameNotSku: 'Los productos se identifican por “{column}”: {count} filas no tienen “{sku}”.',
  sentDates:
    'Las entregas se cuentan desde “{column}”, que dice cuándo se envió el pedido: incluye los días de transporte en el plazo de las solicitudes.',
  otherProducts:
    'Tus opiniones son de otros productos, no de los de este archivo. En él, los productos se identifican por “{column}”: lo que escriban los compradores solo aparece junto a las opiniones anteriores si estas son de los mismos ID.',
  readAsStates: '“{column}” se lee como el estado del pedido.',
  replyRows:
    '{count} filas del archivo son respuestas de la tienda. Cada una va con la opinión a la que responde.',
  semicolons: 'Las columnas se separan con punto y coma.',
  tabs: 'Las columnas se separan con tabulaciones.',
  bars: 'Las columnas se separan con barras verticales.',
  backslashes:
    'Las comillas y los saltos de línea se escriben con barras invertidas, como hace MySQL. Las barras se quitan.',
  windows1252: 'El archivo no está en UTF-8: las letras se leen como Windows-1252, como las guarda Excel.',
  twiceEncoded: '{count} textos se codificaron dos veces (Ã£ en vez de ã). Se leen como eran antes.',
  lostLetters:
    '{count} celdas contienen “�”: un programa perdió letras de ellas. Exporta el archivo otra vez en UTF-8 o corrígelas.',
  nothingVerified: 'El archivo no dice quién compró: ninguna opinión queda como compra verificada.',
  unreadTexts:
    'No se lee ningún texto. “{column}” tiene textos: elígela como texto si son los de las opiniones.',
  spreadsheetDays: 'Los números como {value} se leen como días de una hoja de cálculo.',
  scale: 'Las calificaciones se leen como de hasta {scale} y se redondean a 5 estrellas.',
  lostZeros:
    'El producto {id} puede ser {other}: las hojas de cálculo quitan los ceros antes de un número. Si es así, corrige su ID.',
  pictures:
    'Fotos por copiar después de la importación: {count}, de {hosts}. Hasta entonces se muestran desde ahí.',
  videos: 'Videos que se quedan donde están: {count}. Los videos todavía no se pueden mostrar.',
} as const satisfies NoteTexts
