import type { words as english } from '../en/moderation.ts'
import type { Translation } from '../entries.ts'

export const words = {
  reasonTitle: '¿Por qué la rechazas?',
  reasonLead: 'El autor recibe este motivo. Una calificación baja no es un motivo.',
  reasons: {
    spam: 'Publicidad o texto repetido',
    offensive: 'Insultos, amenazas o discriminación',
    private_data: 'Contiene datos personales',
    not_about_product: 'No es sobre este producto',
    conflict_of_interest: 'Conflicto de intereses',
    not_genuine: 'No se basa en una experiencia real',
    unlawful: 'Infringe la ley o derechos de terceros',
    unreadable: 'Ilegible',
    other: 'Otro motivo',
  },
  checks: {
    link: 'Enlace',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    cpf: 'CPF / CNPJ',
    insult: 'Insulto',
    same_text: 'Texto repetido',
    network: 'Muchas de la misma red',
  },
  actors: {
    author: 'El autor',
    rule: 'La regla de la tienda',
    import: 'Una importación',
    command: 'El operador',
    system: 'Realword',
    user: 'Exmiembro',
  },
} as const satisfies Translation<typeof english>
