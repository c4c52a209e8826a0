import type { words as english } from '../en/widget-samples.ts'
import type { Translation } from '../entries.ts'

export const words = {
  product: 'Cafeteira moka, 6 xícaras',
  reviews: [
    [
      'Ana M.',
      'Café como deve ser',
      'Esquenta rápido, não pinga e o cabo não queima a mão. Uso todo dia de manhã.',
    ],
    ['Rodrigo', 'Muito bem acabada', 'Mais pesada do que parece nas fotos. A tampa fecha direitinho.'],
    ['Juliana S.', 'Ótimo presente', 'Comprei para o meu pai. Chegou em dois dias, bem embalada.'],
    [
      'Paulo',
      'Menor do que eu imaginava',
      'Seis xícaras pequenas dão duas canecas. O café é ótimo mesmo assim.',
    ],
    ['Beatriz R.', '', 'É a minha segunda: a primeira tem dez anos e ainda funciona.'],
  ],
  reply: 'Obrigado, Paulo! Para canecas maiores, temos também a de 9 xícaras.',
  questions: [
    ['Caio', 'Funciona em fogão de indução?', 'Sim, em bocas a partir de 12 cm.'],
    ['Larissa', 'Pode ir na lava-louças?', 'Lave à mão, por favor: a lava-louças tira o brilho do alumínio.'],
  ],
} as const satisfies Translation<typeof english>
