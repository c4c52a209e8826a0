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
} as const satisfies NoteTexts
