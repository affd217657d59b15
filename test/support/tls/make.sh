#!/bin/sh
# Makes the certificates of the tests, good for 100 years: an authority of ours with a server, two desks and a second server (for renewal),
# and a stranger whose authority nobody knows. Their keys protect nothing.
set -eu
cd "$(dirname "$0")"

authority() { # name
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -keyout "$1.key" -out "$1.pem" -subj "/CN=$1" \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign
}
signed() { # name, authority, common name, extension, key
  openssl req -newkey ${5:-ec -pkeyopt ec_paramgen_curve:P-256} -nodes -keyout "$1-key.pem" -out "$1.csr" -subj "/O=Fillgate tests/CN=$3"
  printf '%s\n' "$4" > "$1.ext"
  openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" -CAcreateserial -days 36500 -out "$1.pem" -extfile "$1.ext"
  rm "$1.csr" "$1.ext"
}

authority authority
authority strangers-authority
signed server authority localhost 'subjectAltName=DNS:localhost,IP:127.0.0.1'
signed renewed-server authority localhost 'subjectAltName=DNS:localhost,IP:127.0.0.1'
# QuickFIX (C++) takes no other key than RSA
signed desk1 authority DESK1 'extendedKeyUsage=clientAuth' rsa:2048
signed desk2 authority DESK2 'extendedKeyUsage=clientAuth'
signed stranger strangers-authority DESK1 'extendedKeyUsage=clientAuth'
rm -f ./*.key ./*.srl strangers-authority.pem
