package main

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/sarchlab/mgpusim/v4/amd/emu"
	"github.com/sarchlab/mgpusim/v4/amd/insts"
	"github.com/sarchlab/mgpusim/v4/amd/kernels"
)

const (
	lanes    = 64
	scalars  = 102
	vectors  = 256
	laneSize = 4 * vectors // a lane's registers lie side by side in theirs
)

// wave is a wavefront of theirs, with the instruction it is at, which theirs keeps to the package.
type wave struct {
	*emu.Wavefront
	at *insts.Inst
}

// Inst is of emu.InstEmuState.
func (w *wave) Inst() *insts.Inst { return w.at }

// newWave gives a wave with `live` lanes at an address.
func newWave(pc uint64, live int, lds []byte) *wave {
	w := &wave{Wavefront: emu.NewWavefront(kernels.NewWavefront())}
	w.LDS = lds
	w.SetPC(pc)
	w.SetEXEC(^uint64(0) >> (lanes - live))
	return w
}

// indexed takes the name of a numbered register apart: "s12" -> 's', 12.
func indexed(name string) (file byte, number int, is bool) {
	number, err := strconv.Atoi(name[1:])
	limit := map[byte]int{'s': scalars, 'v': vectors}[name[0]]
	return name[0], number, err == nil && number >= 0 && number < limit
}

// half puts a dword into one half of a mask.
func half(mask uint64, name string, value uint32) uint64 {
	if strings.HasSuffix(name, "_hi") {
		return mask&0xffffffff | uint64(value)<<32
	}
	return mask&^0xffffffff | uint64(value)
}

// give sets a register; MODE is no register of theirs, and nothing is done for it.
func (w *wave) give(name string, value any) {
	word := uint32(number(value))
	if file, n, is := indexed(name); is {
		if row, vector := value.([]byte); vector && file == 'v' {
			for lane := 0; lane < lanes && 4*lane+4 <= len(row); lane++ {
				copy(w.VRegFile[lane*laneSize+4*n:][:4], row[4*lane:])
			}
			return
		}
		binary.LittleEndian.PutUint32(w.SRegFile[4*n:], word)
		return
	}
	switch name {
	case "vcc_lo", "vcc_hi":
		w.SetVCC(half(w.VCC(), name, word))
	case "exec_lo", "exec_hi":
		w.SetEXEC(half(w.EXEC(), name, word))
	case "m0":
		w.M0 = word
	case "scc":
		w.SetSCC(byte(word))
	case "mode":
	default:
		panic(Unsupported{name, "MGPUSim's waves have no such register"})
	}
}

// take gives a register.
func (w *wave) take(name string) any {
	if file, n, is := indexed(name); is && file == 's' {
		return binary.LittleEndian.Uint32(w.SRegFile[4*n:])
	} else if is {
		row := make([]byte, 4*lanes)
		for lane := range lanes {
			copy(row[4*lane:4*lane+4], w.VRegFile[lane*laneSize+4*n:])
		}
		return row
	}
	switch name {
	case "vcc_lo":
		return uint32(w.VCC())
	case "vcc_hi":
		return uint32(w.VCC() >> 32)
	case "exec_lo":
		return uint32(w.EXEC())
	case "exec_hi":
		return uint32(w.EXEC() >> 32)
	case "m0":
		return w.M0
	case "scc":
		return uint32(w.SCC())
	}
	panic(Unsupported{name, "MGPUSim's waves have no such register"})
}
