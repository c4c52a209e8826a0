import type { words as english } from '../en/moderation.ts'
import type { Translation } from '../entries.ts'

export const words = {
  reasonTitle: 'Qual é o motivo da recusa?',
  reasonLead: 'O autor recebe este motivo. Uma nota baixa não é motivo.',
  reasons: {
    spam: 'Propaganda ou texto repetido',
    offensive: 'Ofensa, ameaça ou discriminação',
    private_data: 'Contém dados pessoais',
    not_about_product: 'Não é sobre este produto',
    conflict_of_interest: 'Conflito de interesses',
    not_genuine: 'Não se baseia em uma experiência real',
    unlawful: 'Viola a lei ou direitos de terceiros',
    unreadable: 'Ilegível',
    other: 'Outro motivo',
  },
  checks: {
    link: 'Link',
    email: 'E-mail',
    phone: 'Telefone',
    cpf: 'CPF / CNPJ',
    insult: 'Ofensa',
    same_text: 'Texto repetido',
    network: 'Muitas da mesma rede',
  },
  actors: {
    author: 'O autor',
    rule: 'A regra da loja',
    import: 'Uma importação',
    command: 'O operador',
    system: 'Realword',
    user: 'Ex-membro',
  },
} as const satisfies Translation<typeof english>
