import type { words as english } from '../en/templates.ts'
import type { Translation } from '../entries.ts'

export const words = {
  title: 'Plantillas de respuesta',
  lead: 'Textos que escribes una y otra vez. Aparecen arriba de la respuesta a una opinión o pregunta, y puedes cambiarlos antes de publicar.',
  hint: '{name} será el primer nombre del cliente, {product} el producto y {store} tu tienda. Si el cliente no dio su nombre, se omite junto con la coma.',
  name: 'Título',
  text: 'Texto',
  preview: 'Por ejemplo:',
  add: 'Agregar plantilla',
  suggest: 'Empezar con nuestras sugerencias',
  up: 'Subir “{title}”',
  down: 'Bajar “{title}”',
  remove: 'Eliminar “{title}”',
  untitled: 'Plantilla {number}',
  none: 'Aún no hay plantillas.',
  unknown: '{placeholder} no existe. Usa {name}, {product} o {store}.',
  use: 'Usar una plantilla',
  edit: 'Editar plantillas',
  sampleBuyer: 'Ana Martínez',
  sampleProduct: 'Cafetera moka, 6 tazas',
} as const satisfies Translation<typeof english>
