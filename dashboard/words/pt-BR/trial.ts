import type { words as english } from '../en/trial.ts'
import type { Translation } from '../entries.ts'

export const words = {
  mailOff: 'Nenhum e-mail sai ainda',
  mailOffLead:
    'Os convites para avaliar ficam na caixa de saída até que SMTP_URL e MAIL_FROM sejam definidos no servidor do Realword.',
  seeMissing: 'Ver o que falta',
  outbox: 'Abrir a caixa de saída',
  outboxHint: 'O endereço da caixa de saída apareceu quando o serviço iniciou.',
  testOrder: 'Enviar um pedido de teste',
  testOrderLead: 'O convite para avaliar vai na hora para {email}.',
  testOrderKept: 'O convite chega na hora à caixa de saída, onde você pode abri-lo.',
  openKept: 'Abrir o e-mail guardado',
  test: 'Teste',
  testLead:
    'Pedido de teste para o e-mail de um membro. A avaliação conta como qualquer outra; você pode removê-la em Avaliações.',
} as const satisfies Translation<typeof english>
