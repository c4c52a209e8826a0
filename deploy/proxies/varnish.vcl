# Varnish in front of Realword, behind something that ends TLS. It keeps what Realword lets it keep: reads of published
# reviews for a minute, widgets and pictures. Personal answers have Cache-Control: no-store.
vcl 4.1;

backend default {
  .host = "127.0.0.1";
  .port = "8080";
  .first_byte_timeout = 180s;
  .between_bytes_timeout = 180s;
}

sub vcl_recv {
  set req.http.X-Forwarded-Proto = "https";
  # A visitor must not choose the id of a request.
  unset req.http.X-Request-Id;
}
