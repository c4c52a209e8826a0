import type { words as english } from '../en/moderation.ts'
import type { Translation } from '../entries.ts'

export const words = {
  reasonTitle: 'Por que não publicar?',
  reasonLead: 'O autor recebe este motivo. Uma opinião ruim não é motivo.',
  reasons: {
    spam: 'Faz propaganda ou repete o mesmo texto',
    offensive: 'Ofende ou ameaça alguém, ou discrimina',
    private_data: 'Mostra dados pessoais',
    not_about_product: 'Trata de outro assunto que não este produto',
    conflict_of_interest: 'Escrita por alguém com interesse no produto',
    not_genuine: 'Não vem de uma experiência própria',
    unlawful: 'Viola a lei ou direitos de terceiros',
    unreadable: 'Não é possível ler ou entender',
    other: 'Outro motivo',
  },
  checks: {
    link: 'Link',
    email: 'E-mail',
    phone: 'Telefone',
    cpf: 'CPF',
    insult: 'Ofensa',
    same_text: 'Mesmo texto de outra',
    network: 'Muitas de uma só rede',
  },
  actors: {
    author: 'O autor',
    rule: 'A regra da loja',
    import: 'Uma importação',
    command: 'O operador',
    system: 'Realword',
    user: 'Alguém que já saiu',
  },
} as const satisfies Translation<typeof english>
