import type { words as english } from '../en/questions.ts'
import type { Translation } from '../entries.ts'

export const words = {
  title: 'Perguntas',
  lead: 'Perguntas das suas páginas de produto. Ao responder, você publica a pergunta.',
  states: {
    all: 'Todas',
    pending: 'Pendentes',
    published: 'Publicadas',
    rejected: 'Recusadas',
  },
  state: {
    pending: 'Pendente',
    published: 'Publicada',
    rejected: 'Recusada',
    removed: 'Removida',
    unconfirmed: 'E-mail não confirmado',
  },
  stateLabel: 'Status',
  search: 'Buscar em perguntas e nomes',
  answer: 'Sua resposta',
  placeholder: 'Responda como faria pessoalmente.',
  publishAnswer: 'Responder e publicar',
  saveAnswer: 'Salvar resposta',
  withdraw: 'Excluir resposta',
  reject: 'Recusar',
  publish: 'Publicar',
  saved: 'Salvo',
  emptyQueueTitle: 'Nenhuma pergunta pendente',
  emptyQueue: 'As perguntas aparecem aqui depois que o cliente confirma o e-mail.',
  emptyTitle: 'Nenhuma pergunta encontrada',
  empty: 'Remova um filtro para ver mais.',
  anonymous: 'Anônimo',
  noEmail: 'Sem e-mail',
  told: 'O cliente recebe a sua resposta por e-mail.',
} as const satisfies Translation<typeof english>
