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
  productsBySku: 'Los productos se identifican por “{column}”: el archivo no tiene otro ID de ellos.',
  someProductsByName: '{count} filas no tienen “{column}”: sus productos se identifican por “{name}”.',
  productsByName: 'Los productos se identifican por “{column}”: el archivo no tiene su ID.',
  productsByNameNotSku: 'Los productos se identifican por “{column}”: {count} filas no tienen “{sku}”.',
  readAsStates: '“{column}” se lee como el estado del pedido.',
} as const satisfies NoteTexts
