import type { words as english } from '../en/templates.ts'
import type { Translation } from '../entries.ts'

export const words = {
  title: 'Modelos de resposta',
  lead: 'Textos que você escreve sempre. Eles aparecem acima da resposta a uma avaliação ou pergunta, e você pode mudá-los antes de publicar.',
  hint: '{name} vira o primeiro nome do cliente, {product} o produto e {store} a sua loja. Se o cliente não deu o nome, ele sai junto com a vírgula.',
  name: 'Título',
  text: 'Texto',
  preview: 'Por exemplo:',
  add: 'Adicionar modelo',
  suggest: 'Começar com nossas sugestões',
  up: 'Mover “{title}” para cima',
  down: 'Mover “{title}” para baixo',
  remove: 'Excluir “{title}”',
  untitled: 'Modelo {number}',
  none: 'Nenhum modelo ainda.',
  unknown: '{placeholder} não existe. Use {name}, {product} ou {store}.',
  use: 'Usar um modelo',
  edit: 'Editar modelos',
  sampleBuyer: 'Ana Martins',
  sampleProduct: 'Cafeteira moka, 6 xícaras',
} as const satisfies Translation<typeof english>
