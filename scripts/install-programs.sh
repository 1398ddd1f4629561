#!/usr/bin/env bash
# Installs the Debian programs that the processor uses (with --test also those that judge its output in tests).
# Installed programs stay as they are. Where nothing can be installed it names what will be missing. That is no failure:
# the service runs without them, as the lines say.
set -euo pipefail

# program or file, Debian package, what is missing without it
carlito=/usr/share/fonts/truetype/crosextra/Carlito-Regular.ttf
caladea=/usr/share/fonts/truetype/crosextra/Caladea-Regular.ttf
noto=/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf
noto_cjk=/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc
noto_mono=/usr/share/fonts/truetype/noto/NotoSansMono-Regular.ttf
lmodern=/usr/share/texmf/fonts/opentype/public/lm/lmroman10-regular.otf
calc=/usr/lib/libreoffice/program/libsclo.so
impress=/usr/lib/libreoffice/program/libsdlo.so
liberation=/usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf
rows=(
  "qpdf|qpdf|damaged PDFs are repaired less well and results are not checked by a second program"
  "tesseract|tesseract-ocr|OCR runs in WebAssembly, about a quarter slower, with the languages that npm run ocr:languages installs"
  "soffice|libreoffice-writer-nogui|no conversion of docx, odt and rtf"
  "$calc|libreoffice-calc-nogui|no conversion of xlsx, ods and csv"
  "$impress|libreoffice-impress-nogui|no conversion of pptx and odp"
  "bwrap|bubblewrap|jobs are kept apart by Landlock alone, or not at all on kernels without it"
  "chromium|chromium|html is converted by LibreOffice, without styles; no conversion of md, eml, epub, svg and html with its files in a ZIP"
  "$liberation|fonts-liberation2|office documents look different from what their authors saw"
  "$carlito|fonts-crosextra-carlito|Word documents in Calibri break lines and pages elsewhere than their authors saw, and edits of it look foreign"
  "$caladea|fonts-crosextra-caladea|Word documents in Cambria break lines and pages elsewhere than their authors saw, and edits of it look foreign"
  "$lmodern|fonts-lmodern|edits of TeX's documents show letters that their fonts lack in another face"
  "$noto|fonts-noto-core|texts in many scripts show boxes"
  "$noto_mono|fonts-noto-mono|edits of programs and listings show letters that their fonts lack in another face"
  "$noto_cjk|fonts-noto-cjk|Chinese, Japanese and Korean texts show boxes, and edits with characters that a document's fonts lack are refused"
)
numpy=/usr/lib/python3/dist-packages/numpy/__init__.py
pil=/usr/lib/python3/dist-packages/PIL/__init__.py
requests=/usr/lib/python3/dist-packages/requests/__init__.py
arabic=/usr/share/tesseract-ocr/5/tessdata/ara.traineddata
if [[ ${1:-} == --test ]]; then
  rows+=(
    "pdftotext|poppler-utils|no tests that compare text and pages with another reader"
    "pdftoppm|poppler-utils|no tests that compare pages as pictures"
    "exiftool|libimage-exiftool-perl|no tests that look for metadata with another reader"
    "$numpy|python3-numpy|npm run bench:understand has no judge"
    "$pil|python3-pil|npm run bench:understand has no judge"
    "curl|curl|no tests of the curl examples"
    "jq|jq|no test of the workflow example in curl"
    "$requests|python3-requests|no tests of the examples in Python"
    "$arabic|tesseract-ocr-ara|the test of pages in another script fails"
    "promtool|prometheus|/metrics is judged by its own test alone"
  )
elif [[ $# -gt 0 ]]; then
  echo "usage: ${0##*/} [--test]" >&2
  exit 2
fi

missing_rows() {
  for row in "${rows[@]}"; do
    # A font and a part of LibreOffice are files, a program is looked for on PATH.
    [[ -r ${row%%|*} ]] || command -v "${row%%|*}" > /dev/null || echo "$row"
  done
}

give_up() {
  echo "install-programs: $1. Missing:" >&2
  missing_rows | while IFS='|' read -r program package effect; do
    echo "  $program (Debian package $package): $effect." >&2
  done
  exit 0
}

missing=$(missing_rows)
[[ -z $missing ]] && exit 0
command -v apt-get > /dev/null || give_up "there is no apt-get here"
as_root=()
if [[ $(id -u) -ne 0 ]]; then
  # Never asks for a password: a start must not wait for one.
  sudo --non-interactive true 2> /dev/null || give_up "installing needs root"
  as_root=(sudo --non-interactive)
fi

mapfile -t packages < <(cut -d'|' -f2 <<< "$missing" | sort -u)
echo "install-programs: installing ${packages[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq || give_up "apt-get update failed"
"${as_root[@]}" apt-get install --yes -qq --no-install-recommends "${packages[@]}" > /dev/null || give_up "apt-get install failed"
[[ -z $(missing_rows) ]] || give_up "the packages did not bring every program"
