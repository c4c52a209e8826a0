import type { RefusalTexts } from './en.ts'

export const es = {
  nul: 'El texto contiene un carácter NUL. Quítalo.',
  longText: 'El texto tiene {count} caracteres, y el máximo es {most}. Acórtalo.',
  noRating: 'Falta la calificación. Escribe un número entero del 1 al 5.',
  badRating: '{value} no es un número entero del 1 al 5. Corrígelo.',
  badYesNo: '{value} no es ni sí ni no. Escribe sí, no, 1 o 0.',
  unreadableDate: '{value} no es una fecha válida. Escríbela como 2025-03-02 10:12:00.',
  ambiguousDate: '{value} es ambigua. Vuelve a las columnas y elige el formato de las fechas.',
  impossibleDate: '{value} no existe en el calendario. Corrígela o elige otro formato en las columnas.',
  earlyDate: '{value} es anterior a 1970. Corrige la fecha.',
  futureDate: '{value} está en el futuro. Corrige la fecha.',
  unknownState: '{value} no es un estado conocido. Usa uno de estos: {states}.',
  manyPictures: 'Hay {count} fotos, y el máximo es 50. Quita algunas.',
  longPicture: 'La URL de una foto tiene más de 2048 caracteres. Acórtala.',
  noProduct:
    'La fila no tiene producto, y las opiniones de la tienda aún no se admiten. Escribe el ID o el SKU del producto.',
  cells:
    'La fila tiene {cells} celdas y el encabezado {header}. Pon entre comillas los textos con saltos de línea o separadores.',
  textNotUtf8: 'El texto no es UTF-8. Guarda el archivo como “CSV UTF-8” e impórtalo de nuevo.',
  noQuestion: 'Falta la pregunta. Escribe el texto.',
  lateDate: '{value} es posterior a 2199. Corrige la fecha.',
  noOrderId: 'Falta el ID del pedido. Escríbelo.',
  noProductId: 'Falta el ID del producto. Escribe el ID que tiene en tu tienda.',
  noOrderDate: 'Falta la fecha del pedido. Escríbela en una fila del pedido.',
  noDeliveryDate: 'Falta la fecha de entrega. Escríbela en una fila del pedido.',
  badEmail: '{value} no es una dirección de correo. Corrígela.',
  badPrice: '{value} no es un precio. Escríbelo como 149.90.',
  sibling: 'La fila {row} del mismo pedido fue rechazada. Corrige esa fila.',
  twoSpellings:
    'El archivo escribe el número de un pedido como {ids}: las hojas de cálculo quitan los ceros antes de un número. Escríbelo de una sola forma.',
  otherDate: 'La fecha del pedido es distinta en otra fila del mismo pedido. Escribe la misma en todas.',
  otherEmail: 'El correo del comprador es distinto en otra fila del mismo pedido. Escribe el mismo en todas.',
  manyProducts: 'El pedido tiene más de {most} productos.',
  longOrder: 'Los textos del pedido superan 1 MiB. Acórtalos.',
  overLimit:
    'El plan de esta tienda permite {most} pedidos al mes, y ya se usaron. Importa el archivo otra vez el próximo mes o pide al operador que aumente el límite.',
  replyAlone: 'La fila es una respuesta, y el archivo no tiene la opinión a la que responde.',
  replyToReply: 'La fila responde a otra respuesta. Solo se importan respuestas a opiniones.',
  replyToRefused: 'La fila responde a una opinión que no se importa.',
  replyOfVisitor: 'La tienda no escribió esta respuesta.',
  replyEmpty: 'La fila es una respuesta sin texto.',
  badScaledRating: '{value} no es un número mayor que 0 y hasta {most}. Corrígelo.',
  shortenedId:
    '{value} es un número que una hoja de cálculo abrevió: perdió sus últimas cifras. Exporta el archivo de nuevo e impórtalo sin abrirlo ni guardarlo en una hoja de cálculo.',
  encodedTwice:
    'Un programa codificó el texto dos veces, y se perdieron letras. Exporta el archivo de nuevo en UTF-8 e impórtalo sin cambiarlo.',
  other: '{text}',
} as const satisfies RefusalTexts
