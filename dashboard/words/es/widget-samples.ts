import type { words as english } from '../en/widget-samples.ts'
import type { Translation } from '../entries.ts'

export const words = {
  product: 'Cafetera moka, 6 tazas',
  reviews: [
    [
      'Ana M.',
      'Café como debe ser',
      'Calienta rápido, no gotea y el mango no quema. La uso todas las mañanas.',
    ],
    ['Rodrigo', 'Muy bien hecha', 'Pesa más de lo que parece en las fotos. La tapa cierra perfecto.'],
    ['Mariana S.', 'Buen regalo', 'Se la compré a mi papá. Llegó en dos días y bien empacada.'],
    [
      'Luis',
      'Más chica de lo que pensé',
      'Seis tacitas son dos tazas grandes. El café sale muy rico de todos modos.',
    ],
    ['Elena R.', '', 'Es la segunda que compro: la primera tiene diez años y todavía sirve.'],
  ],
  reply: '¡Gracias, Luis! Para tazas grandes también tenemos la de 9.',
  questions: [
    ['Diego', '¿Sirve en parrilla de inducción?', 'Sí, a partir de 12 cm de base.'],
    ['Sofía', '¿Se puede meter al lavavajillas?', 'Mejor lávala a mano: el lavavajillas opaca el aluminio.'],
  ],
} as const satisfies Translation<typeof english>
