#!/bin/sh
# Generates the keys and certificates of this folder, with openssl 3 (`./make.sh`). They are for tests only and valid until 2126.
#
#   root ─▶ localhost (names: localhost, 127.0.0.1, ::1)      root ─▶ intermediate ─▶ deep.example
#        ─▶ other.example (with *.wild.example), an EC key    root ─▶ client
#        ─▶ expired (in 2020)                                 alone: self-signed
#        ─▶ limited, for names of good.example ─▶ a.good.example, a.bad.good.example, evil.example
#   root.crl revokes other.example
set -e
cd "$(dirname "$0")"
days=36500
# name, kind of key
key() { if [ "$2" = ec ]; then openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; else openssl genrsa -out "$1.key" 2048 2>/dev/null; fi; }
# name, issuer, extensions[, more options]
sign() {
  name=$1 issuer=$2 extensions=$3; shift 3
  openssl req -new -key "$name.key" -subj "/C=DE/O=Hexloop/CN=$name" -out "$name.csr"
  printf "%b" "$extensions" > "$name.ext"
  openssl x509 -req -in "$name.csr" -CA "$issuer.pem" -CAkey "$issuer.key" -CAcreateserial -sha256 -extfile "$name.ext" -out "$name.pem" "$@" 2>/dev/null
  rm "$name.csr" "$name.ext"
}
self() { openssl req -x509 -new -key "$1.key" -sha256 -days $days -subj "/C=DE/O=Hexloop/CN=$1" -addext "$2" -out "$1.pem"; }
key root rsa; self root "keyUsage=critical,keyCertSign,cRLSign"
key alone rsa; self alone "subjectAltName=DNS:localhost"
key localhost rsa; sign localhost root "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1\nextendedKeyUsage=serverAuth\n" -days $days
key other.example ec; sign other.example root "subjectAltName=DNS:other.example,DNS:*.wild.example\n" -days $days
key client rsa; sign client root "extendedKeyUsage=clientAuth\n" -days $days
key intermediate rsa; sign intermediate root "basicConstraints=critical,CA:TRUE,pathlen:0\nkeyUsage=critical,keyCertSign\n" -days $days
key deep.example rsa; sign deep.example intermediate "subjectAltName=DNS:deep.example,DNS:localhost\n" -days $days
cat deep.example.pem intermediate.pem > deep.chain.pem
key expired rsa
openssl req -new -key expired.key -subj "/C=DE/O=Hexloop/CN=expired" -out expired.csr
printf "subjectAltName=DNS:localhost\n" > expired.ext
touch index.txt; echo 77 > serial
openssl ca -batch -config /dev/stdin -in expired.csr -out expired.pem -notext -startdate 20190101000000Z -enddate 20200101000000Z -extfile expired.ext 2>/dev/null <<CONF
[ca]
default_ca=d
[d]
database=index.txt
serial=serial
new_certs_dir=.
certificate=root.pem
private_key=root.key
default_md=sha256
policy=p
[p]
C=optional
O=optional
CN=supplied
CONF
rm -f expired.csr expired.ext index.txt* serial* 77.pem ./*.srl
openssl rsa -aes256 -traditional -passout pass:secret -in localhost.key -out localhost.old-encrypted.key 2>/dev/null
openssl pkcs8 -topk8 -v2 aes-256-cbc -passout pass:secret -in localhost.key -out localhost.encrypted.key
# The certificate revocation list of the root: other.example.
printf '[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\ncrlnumber=crlnumber\ncertificate=root.pem\nprivate_key=root.key\ndefault_md=sha256\n' > crl.conf
touch index.txt; echo 01 > crlnumber
openssl ca -config crl.conf -revoke other.example.pem 2>/dev/null
openssl ca -config crl.conf -gencrl -crldays 36500 -out root.crl 2>/dev/null
rm -f crl.conf index.txt* crlnumber*
# An authority with name constraints, and three certificates that it signed.
key limited ec; sign limited root "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\nnameConstraints=critical,permitted;DNS:good.example,permitted;IP:10.0.0.0/255.0.0.0,excluded;DNS:bad.good.example\n" -days $days
for name in a.good.example a.bad.good.example evil.example; do
  key "$name" ec; sign "$name" limited "subjectAltName=DNS:$name\n" -days $days
  cat "$name.pem" limited.pem > "$name.chain.pem"
  rm "$name.pem"
done
rm -f limited.pem limited.key ./*.srl
