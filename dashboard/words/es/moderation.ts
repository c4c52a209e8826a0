import type { words as english } from '../en/moderation.ts'
import type { Translation } from '../entries.ts'

export const words = {
  reasonTitle: '¿Por qué no se publica?',
  reasonLead: 'El autor recibe este motivo. Una mala opinión no es un motivo.',
  reasons: {
    spam: 'Hace publicidad o repite el mismo texto',
    offensive: 'Insulta o amenaza a alguien, o discrimina',
    private_data: 'Muestra datos personales',
    not_about_product: 'Trata de algo distinto a este producto',
    conflict_of_interest: 'Escrita por alguien con interés en el producto',
    not_genuine: 'No viene de una experiencia propia',
    unlawful: 'Infringe la ley o los derechos de otros',
    unreadable: 'No se puede leer o entender',
    other: 'Otro motivo',
  },
  checks: {
    link: 'Enlace',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    cpf: 'CPF',
    insult: 'Insulto',
    same_text: 'Mismo texto que otra',
    network: 'Muchas desde una red',
  },
  actors: {
    author: 'El autor',
    rule: 'La regla de la tienda',
    import: 'Una importación',
    command: 'El operador',
    system: 'Realword',
    user: 'Alguien que ya no está',
  },
} as const satisfies Translation<typeof english>
