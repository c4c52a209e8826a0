import type { words as english } from '../en/queue.ts'
import type { Translation } from '../entries.ts'

export const words = {
  product: 'Producto',
  anyProduct: 'Todos los productos',
  clearProduct: 'Mostrar todos los productos',
  noProduct: 'No se encontraron productos',
  anyDate: 'Cualquier fecha',
  between: '{from} – {to}',
  since: 'Desde el {from}',
  until: 'Hasta el {to}',
  from: 'Desde',
  to: 'Hasta',
  clearDates: 'Cualquier fecha',
  lastDays: { one: 'Hoy', other: 'Últimos {count} días' },
  unanswered: 'Sin respuesta',
} as const satisfies Translation<typeof english>
