// An adapter to start from: two instructions on one wave, from given registers.
//
//	go build -o adapter . && assay adapter check ./adapter
//
// execute is where your implementation goes; PROTOCOL.md of Assay says what a case holds, adapter.go reads it.
package main

import (
	"encoding/binary"
	"fmt"
	"log"
	"strconv"
)

const (
	scalars = 106
	vectors = 256
)

// wave holds the registers of a wave; a row of v is a word for each lane.
type wave struct {
	lanes int
	exec  [2]uint32
	s     [128]uint32
	v     [vectors][64]uint32
}

// register takes the name of a numbered register apart: "s12" -> 's', 12.
func register(name string) (file byte, number int) {
	number, err := strconv.Atoi(name[1:])
	if file = name[0]; err != nil || number < 0 || !(file == 's' && number < scalars || file == 'v' && number < vectors) {
		panic(Unsupported{name, "there is no such register here"})
	}
	return file, number
}

// give sets a register of the state; what no instruction here reads is left aside.
func (w *wave) give(name string, value any) {
	switch name {
	case "exec_lo":
		w.exec[0] = uint32(number(value))
		return
	case "exec_hi":
		w.exec[1] = uint32(number(value))
		return
	case "vcc_lo", "vcc_hi", "m0", "scc", "mode":
		return
	}
	file, n := register(name)
	if row, is := value.([]byte); is && file == 'v' {
		for lane := 0; 4*lane+4 <= len(row) && lane < w.lanes; lane++ {
			w.v[n][lane] = binary.LittleEndian.Uint32(row[4*lane:])
		}
		return
	}
	w.s[n] = uint32(number(value))
}

// take gives a register as an answer holds it.
func (w *wave) take(name string) any {
	file, n := register(name)
	if file == 's' {
		return w.s[n]
	}
	row := make([]byte, 0, 4*w.lanes)
	for _, word := range w.v[n][:w.lanes] {
		row = binary.LittleEndian.AppendUint32(row, word)
	}
	return row
}

// execute knows s_mov_b32 (SOP1: 101111101 sdst[22:16] op[15:8] ssrc0[7:0], op 0), v_mov_b32 (VOP1: 0111111
// vdst[24:17] op[16:9] src0[8:0], op 1), both of constants 0..64; s_nop and s_endpgm.
func (w *wave) execute(code []byte) {
	for ; len(code) >= 4; code = code[4:] {
		word := binary.LittleEndian.Uint32(code)
		constant := word&255 - 128
		switch {
		case word>>16 == 0xbf80:
		case word>>16 == 0xbf81, word>>16 == 0xbfb0:
			return
		case constant > 64:
			panic(Unsupported{"operand", fmt.Sprintf("%08x has a source that is no constant", word)})
		case word&0xff80ff00 == 0xbe800000 && word>>16&127 < 106:
			w.s[word>>16&127] = constant
		case word&0xfe01ff00 == 0x7e000200:
			for lane := range w.v[0][:w.lanes] {
				if w.exec[lane/32]>>(lane%32)&1 != 0 {
					w.v[word>>17&255][lane] = constant
				}
			}
		default:
			panic(Unsupported{"instruction", fmt.Sprintf("%08x is not implemented", word)})
		}
	}
}

// run is the case of a `run` message -> the body of its `result`.
func run(c Map, _ float64) Map {
	w := &wave{lanes: int(Number(c, "wave")), exec: [2]uint32{^uint32(0), ^uint32(0)}}
	for name, value := range Inside(c, "state") {
		w.give(name, value)
	}
	w.execute(Bytes(c, "code")[Number(c, "entry"):])
	registers := Map{}
	for _, name := range List(Inside(c, "observe"), "registers") {
		registers[name.(string)] = w.take(name.(string))
	}
	return Map{"status": "ok", "waves": []any{Map{"registers": registers}}}
}

func main() {
	hello := Hello{
		Name: "toy", Version: "1", Architectures: []string{"gfx906", "gfx1100"},
		Features: []string{"state", "registers", "deterministic"},
		More:     Map{"registers": []string{"s", "v"}},
	}
	if err := Serve(hello, run); err != nil {
		log.Fatal(err)
	}
}
