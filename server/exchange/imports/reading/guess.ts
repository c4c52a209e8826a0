import type { Field } from '../formats/format.ts'
import { orderColumnNames } from './order-column-names.ts'

// Column names in files of marketplaces and people, in three languages: lower case, without accents, with _ for each
// run of other characters. The first match counts.
const names: Partial<Record<Field, string[]>> = {
  ...orderColumnNames,
  review_id: ['id', 'review_number', 'id_avaliacao', 'avaliacao_id', 'id_resena', 'codigo_avaliacao'],
  question_id: ['id', 'question_number', 'id_pergunta', 'id_pregunta'],
  product_id: [
    'productid',
    'item_id',
    'clothing_id',
    'id_produto',
    'produto_id',
    'codigo_produto',
    'cod_produto',
    'codigo_do_produto',
    'cod_do_produto',
    'id_do_produto',
    'id_producto',
    'producto_id',
    'codigo_producto',
    'codigo_del_producto',
    'id_del_producto',
    'id_de_producto',
    'id_de_produto',
    'id_sku',
    'lineitem_product_id',
    'item_product_id',
    'line_item_product_id',
  ],
  product_sku: [
    'sku',
    'lineitem_sku',
    'product_code',
    'item_sku',
    'abstract_product_sku',
    'concrete_product_sku',
    'variant_sku',
    'reference_code',
    'sku_do_produto',
    'sku_del_producto',
    'codigo_sku',
    'referencia',
    'sku_produto',
    'ref',
    'product_reference',
    'line_item_sku',
  ],
  product_name: [
    'product_title',
    'item_name',
    'item',
    'nome_produto',
    'nome_do_produto',
    'produto_nome',
    'nombre_producto',
    'nombre_del_producto',
    'lineitem_name',
    'sku_name',
    'product_description',
    'descricao_produto',
    'descricao_do_produto',
    'descripcion_producto',
    'descripcion_del_producto',
    'line_item_name',
    'product',
    'produto',
    'producto',
  ],
  rating: [
    'stars',
    'score',
    'overall_rating',
    'rate',
    'star_rating',
    'review_rating',
    'review_score',
    'nota',
    'estrelas',
    'avaliacao',
    'pontuacao',
    'nota_geral',
    'estrellas',
    'puntuacion',
    'calificacion',
    'valoracion',
  ],
  title: [
    'review_title',
    'headline',
    'summary',
    'subject',
    'titulo',
    'titulo_avaliacao',
    'titulo_da_avaliacao',
    'resumo',
    'titulo_resena',
    'asunto',
  ],
  body: [
    'text',
    'review',
    'review_text',
    'review_body',
    'content',
    'comment',
    'comments',
    'message',
    'review_message',
    'review_content',
    'review_comment',
    'review_description',
    'customer_review',
    'feedback',
    'testimonial',
    'description',
    'question',
    'texto',
    'comentario',
    'comentarios',
    'mensagem',
    'opiniao',
    'depoimento',
    'avaliacao_texto',
    'texto_avaliacao',
    'pergunta',
    'resena',
    'opinion',
    'mensaje',
    'pregunta',
  ],
  display_name: [
    'name',
    'author',
    'reviewer',
    'reviewer_name',
    'customer',
    'customer_name',
    'nickname',
    'user',
    'user_name',
    'username',
    'nome',
    'cliente',
    'nome_cliente',
    'nome_do_cliente',
    'autor',
    'usuario',
    'nombre',
    'nombre_cliente',
  ],
  email: [
    'mail',
    'customer_email',
    'reviewer_email',
    'email_address',
    'user_email',
    'email_cliente',
    'email_do_cliente',
    'correo',
    'correo_electronico',
  ],
  created_at: [
    'date',
    'review_date',
    'created',
    'created_on',
    'submission_date',
    'submitted_at',
    'posted_at',
    'timestamp',
    'data',
    'data_avaliacao',
    'data_da_avaliacao',
    'data_criacao',
    'criado_em',
    'enviado_em',
    'fecha',
    'fecha_creacion',
    'fecha_resena',
  ],
  recommended: [
    'is_recommended',
    'recommend',
    'recommends',
    'recommended_ind',
    'recommend_to_a_friend',
    'would_recommend',
    'recomenda',
    'recomendado',
    'recomendaria',
    'recomienda',
  ],
  verified_purchase: [
    'verified',
    'verified_buyer',
    'is_verified',
    'is_verified_buyer',
    'compra_verificada',
    'verificado',
    'comprador_verificado',
  ],
  incentivized: ['is_incentivized', 'incentivised', 'incentivado', 'incentivada'],
  insider: ['is_insider', 'is_employee', 'employee', 'funcionario', 'empleado'],
  state: ['status', 'review_status', 'situacao', 'estado'],
  reply: [
    'answer',
    'response',
    'store_reply',
    'reply_text',
    'merchant_reply',
    'resposta',
    'resposta_loja',
    'resposta_da_loja',
    'respuesta',
  ],
  reply_created_at: [
    'reply_date',
    'replied_at',
    'answer_date',
    'response_date',
    'data_resposta',
    'data_da_resposta',
    'respondido_em',
    'fecha_respuesta',
  ],
  pictures: [
    'images',
    'photos',
    'picture_urls',
    'image_urls',
    'photo_url',
    'photo_urls',
    'image',
    'photo',
    'fotos',
    'imagens',
    'foto',
    'imagem',
    'imagenes',
    'imagen',
  ],
}

/** The column of `header` whose name suggests the field; undefined if there is none. */
export function guessColumn(field: Field, header: string[]): string | undefined {
  return guessColumns(field, header)[0]
}

/** All columns whose names suggest the field, the likeliest first. */
export function guessColumns(field: Field, header: string[]): string[] {
  const known = header.map(column => ({ column, isNamed: namedAs(plainName(column)) }))
  return [field, ...(names[field] ?? [])].flatMap(name => {
    const found = known.filter(({ isNamed }) => isNamed(name))
    return found.length === 1 ? found.map(({ column }) => column) : []
  })
}

/** A letter that an export has lost, `.` in a plain name, may be any. */
function namedAs(plain: string): (name: string) => boolean {
  if (!/\./.test(plain) || !/[a-z]{3}/.test(plain)) return name => name === plain
  const pattern = new RegExp(`^${plain}$`)
  return name => pattern.test(name)
}

/** A column's name as it is compared: in lower case, without accents, with _ for each run of other characters. */
export function plainName(column: string): string {
  return column
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[ºª]/g, '') // Nº, which would be "No"
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d\uFFFD]+/g, '_')
    .replaceAll('\uFFFD', '.')
    .replace(/^_|_$/g, '')
    .replace(/(^|_)e_mail(?=_|$)/, '$1email')
}
